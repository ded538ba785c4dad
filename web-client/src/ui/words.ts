import { setLang, texts, type Lang } from '../i18n/index.svelte';
import { ApiError } from '../net/api';
import type { Answer } from '../protocol';
import { tell } from '../store/tell.svelte';

const t = texts(
  { unreachable: 'Le serveur ne répond pas. Vérifie ta connexion, puis réessaie.', odd: 'Le serveur a eu un malaise ({status}). Réessaie dans un instant.' },
  { unreachable: 'The server does not answer. Check your connection, then try again.', odd: 'The server had a bad turn ({status}). Try again in a moment.' },
);

/** Returns what went wrong and what to do, in the language of the player. */
export function explain(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.refusal) return error.refusal.words;
    return error.status === 0 ? t('unreachable') : t('odd', { status: error.status });
  }
  return t('unreachable');
}

/** Changes the language; shows a message when its texts cannot be loaded. */
export async function changeLang(next: Lang): Promise<void> {
  try {
    await setLang(next);
  } catch (error) {
    tell(explain(error), 'bad');
  }
}

/** Returns the text of the refusal; `null` where the answer is not one. */
export function refusalOf(answer: Answer): string | null {
  return answer.result === 'refused' ? answer.refusal.words : null;
}
