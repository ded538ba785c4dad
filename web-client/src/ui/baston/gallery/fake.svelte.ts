import type { Answer, Refusal } from '../../../protocol';
import type { Advice, Command } from '../../../protocol/baston';
import type { Link } from '../link';

/** A server that agrees with everything and always has a remark. */
export class FakeLink implements Link {
  advice = $state.raw<{ saved: boolean; advice: unknown; refusal: Refusal | null } | null>(null);
  readonly sent: unknown[] = [];
  private drafts = new Map<string, unknown>();

  now(): number {
    return Date.now();
  }

  command(command: unknown): Promise<Answer> {
    this.sent.push(command);
    console.info('command', JSON.stringify(command));
    return Promise.resolve({ result: 'applied', entry: 1 });
  }

  readonly blind = false;
  readonly ownSheet = { is: 'none' } as const;
  readonly sheets = { forgetful: false };

  seal(command: unknown): Promise<Answer> {
    return this.command(command);
  }

  unseal(command: unknown): Promise<Answer> {
    return this.command(command);
  }

  writeDraft(key: string, draft: unknown): void {
    this.drafts.set(key, draft);
    const command = draft as Extract<Command, { do: 'programme' }>;
    const walks = command.sheets.flatMap((sheet) => (sheet.orders[0].startsWith('M') ? [sheet.who] : []));
    const advice: Advice = {
      remarks: walks.map((who) => ({
        who,
        sequence: 1,
        round: 1,
        refused: false,
        code: 'obstacle',
        rule: 'BAS-MOV-03',
        fr: 'Une table barre le passage : il se cognera.',
        en: 'A table bars the way: that will hurt.',
      })),
      path: [],
    };
    this.advice = { saved: true, advice, refusal: null };
  }

  readDraft(key: string): unknown {
    return this.drafts.get(key);
  }
}
