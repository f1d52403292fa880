import type { SaveStep } from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { isAboutWebhook, webhookErrorText } from './save-flow.ts';
import { firstSteps, stoppedSteps, withTold, type SaveSteps } from './save-steps.ts';
import { askSteps, forgetSave, saveUnderWay, useSaveSteps, type SaveUnderWay } from './saves-under-way.ts';

/** How often to poll the server, in case the event stream is down. */
const askEveryMs = 2000;

interface FoundSave {
  readonly save: SaveUnderWay;
  readonly told: readonly SaveStep[];
  readonly steps: SaveSteps;
  /** When the last news arrived, in epoch milliseconds. */
  readonly heardAt: number;
  readonly verdict: ResumedSave;
}

export interface Resumed {
  readonly steps: SaveSteps;
  readonly verdict: ResumedSave;
  /** Returns to the form and stops watching the save. */
  readonly leave: () => void;
}

const begin = (of: Pick<SaveUnderWay, 'userId' | 'form'>): FoundSave | null => {
  const save = saveUnderWay(of);
  return save && { save, told: [], steps: firstSteps, heardAt: Date.now(), verdict: { state: 'running' } };
};

/** The save with newly reported steps; of each step the latest report counts. */
function heard(found: FoundSave, steps: readonly SaveStep[]): FoundSave {
  const told = [...new Map([...found.told, ...steps].map((step) => [step.step, step])).values()];
  const news = JSON.stringify(told) !== JSON.stringify(found.told);
  const heardAt = news ? Date.now() : found.heardAt;
  const shown = withTold(found.steps, steps);
  return {
    ...found,
    told,
    steps: shown,
    heardAt,
    verdict: resumedSave(found.save, told, Date.now() - heardAt),
  };
}

/**
 * Finds a save that was interrupted by a page reload, and watches it until it ends. `onSaved` is called if it succeeded.
 * Null if there is no such save.
 */
export function useResumedSave(
  of: Pick<SaveUnderWay, 'userId' | 'form'>,
  onSaved: (save: SaveUnderWay) => void,
): Resumed | null {
  const [found, setFound] = useState(() => begin(of));
  const hear = (steps: readonly SaveStep[]) => {
    setFound((now) => now && heard(now, steps));
  };
  const watch = useSaveSteps(hear);
  const save = found?.save ?? null;
  const state = found?.verdict.state;
  const saved = useEffectEvent(onSaved);
  const begun = useEffectEvent(() => {
    watch(save?.operationId ?? null);
  });
  const ask = useEffectEvent(() => {
    if (save) void askSteps(save.operationId).then(hear);
  });

  useEffect(() => {
    begun();
    if (state !== 'running') return;
    ask();
    const timer = setInterval(() => {
      ask();
    }, askEveryMs);
    return () => {
      clearInterval(timer);
    };
  }, [state]);
  useEffect(() => {
    if (state === undefined || state === 'running') return;
    forgetSave();
    if (state === 'saved' && save) saved(save);
  }, [state, save]);

  return (
    found && {
      steps: found.verdict.state === 'interrupted' ? stoppedSteps(found.steps) : found.steps,
      verdict: found.verdict,
      leave: () => {
        forgetSave();
        watch(null);
        setFound(null);
      },
    }
  );
}

/** How long the page waits without news before it stops watching a resumed save. */
export const silenceMs = 30_000;

/** The outcome of a save during which the page was reloaded. */
type ResumedSave =
  | { readonly state: 'running' }
  /** All steps are done: the connection is there. */
  | { readonly state: 'saved' }
  /** The reload came before anything was to be stored. */
  | { readonly state: 'interrupted' }
  | { readonly state: 'failed'; readonly text: string }
  /** No report arrived for too long. */
  | { readonly state: 'silent' };

const unsaid = 'An unknown error occurred';

/** Decides by the steps reported so far, and how long ago the last report came. */
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
