import { expect, type Page } from '@playwright/test';
import type { Person } from './people';
import { sealed } from './table';

const seal = /^(Sceller|Seal)/;
const quiet = /^(Rien d’autre ce tour|Nothing more this turn)$/;

/** What answers a question of Celtiques as it stands: nothing more to come, what is done by default, the seal. */
export const answers = (page: Page) =>
  page
    .locator('.side')
    .getByRole('button', { name: quiet })
    .or(page.locator('.side button.default'))
    .or(page.locator('.side').getByTestId('announce'))
    .or(page.locator('.side').getByRole('button', { name: seal }));

/** Answers what is asked: seals what stands there, says that nothing more is to come, or takes the default. */
export async function answer({ page }: Person): Promise<void> {
  const side = page.locator('.side');
  const nothing = side.getByRole('button', { name: quiet });
  const sealing = side.getByRole('button', { name: seal });
  const usual = side.locator('button.default');
  const announcing = side.getByTestId('announce');
  await expect(answers(page).first()).toBeVisible();
  for (const press of [nothing, announcing, usual.first()]) {
    if (await press.isVisible()) return sealed(page, press);
  }
  await sealed(page, sealing.first());
}
