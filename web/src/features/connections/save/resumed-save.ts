import type { SaveStep } from '@ridgeline/contracts';
import { isAboutWebhook, webhookErrorText } from './save-failure.ts';
import type { SaveUnderWay } from './saves-under-way.ts';

/** After so long without a word, nobody waits any more for a save whose page was reloaded. */
export const silenceMs = 30_000;

/** What became of a save whose page was reloaded in the middle. */
export type ResumedSave =
  | { readonly state: 'running' }
  /** All steps are done: the connection is there. */
  | { readonly state: 'saved' }
  /** The reload came before anything was to be stored. */
  | { readonly state: 'interrupted' }
  | { readonly state: 'failed'; readonly text: string }
  /** Nothing was heard for long. */
  | { readonly state: 'silent' };

const unsaid = 'An unknown error occurred';

/** Judges by the steps told so far, and how long ago the last of them was told. */
export function resumedSave(
  { storing }: Pick<SaveUnderWay, 'storing'>,
  told: readonly SaveStep[],
  quietMs: number,
): ResumedSave {
  const failed = told.find(({ state }) => state === 'error');
  if (failed) {
    const text = failed.text ?? unsaid;
    return { state: 'failed', text: isAboutWebhook(text) ? webhookErrorText(text) : text };
  }
  if (!storing) return { state: 'interrupted' };
  if (told.some(({ step, state }) => step === 'webhook' && state === 'complete')) return { state: 'saved' };
  return { state: quietMs < silenceMs ? 'running' : 'silent' };
}
