import { saveStepNames, type SaveStep, type SaveStepName, type SaveStepState } from '@ridgeline/contracts';

/** A step of a save as it is shown. */
interface ShownStep {
  readonly step: SaveStepName;
  readonly state: SaveStepState;
  /** The step's result, once it is complete and the result was reported. */
  readonly text: string | null;
}

/** All steps of a save in order, each with its displayed progress. */
export type SaveSteps = readonly ShownStep[];

/** The names of the steps, as in the specification. */
export const stepTexts: Readonly<Record<SaveStepName, string>> = {
  'acculynx-location': 'Acculynx location details',
  'hubspot-portal': 'HubSpot portal details',
  'hubspot-properties': 'HubSpot properties validation',
  'contact-types': 'Contact types',
  'work-types': 'Work types',
  'insurance-companies': 'Insurance companies',
  'job-categories': 'Job categories',
  'trade-types': 'Trade types',
  'lead-sources': 'Lead sources',
  'portal-options': 'Portal options',
  webhook: 'Webhook subscription',
};

export const firstSteps: SaveSteps = saveStepNames.map((step) => ({ step, state: 'waiting', text: null }));

/** The steps of a stopped save: the one in progress is waiting again. */
export const stoppedSteps = (steps: SaveSteps): SaveSteps =>
  steps.map((shown) => (shown.state === 'in-progress' ? { ...shown, state: 'waiting' } : shown));

/** The rank of each state: a step never goes back to a lower one. */
const rank: Readonly<Record<SaveStepState, number>> = { waiting: 0, 'in-progress': 1, complete: 2, error: 3 };

/**
 * The steps, updated with reports about some of them. Steps run in order, so a completed step completes all earlier ones;
 * reports that would move a step backward are ignored.
 */
export function withTold(steps: SaveSteps, told: readonly SaveStep[]): SaveSteps {
  const doneUpTo = Math.max(
    -1,
    ...told.filter(({ state }) => state === 'complete').map(({ step }) => saveStepNames.indexOf(step)),
  );
  return steps.map((shown, index) => {
    const ofStep = told.filter(({ step }) => step === shown.step);
    const states = ofStep.map(({ state }) => state);
    const furthest = [shown.state, ...states, ...(index <= doneUpTo ? (['complete'] as const) : [])].reduce(
      (one, other) => (rank[other] > rank[one] ? other : one),
    );
    const found = ofStep.findLast(({ state, text }) => state === 'complete' && text !== null);
    return { step: shown.step, state: furthest, text: found?.text ?? shown.text };
  });
}

/** The minimum time for which each step is shown, even if it fails. */
const stepShownMs = 1000;

interface PlaybackOptions {
  readonly onSteps: (steps: SaveSteps) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** Shows the steps of a save one after another, however fast they are reported. */
export interface StepPlayback {
  /** Lets the steps up to this one be shown as begun. */
  readonly begin: (upTo: SaveStepName) => void;
  /** Marks the steps up to this one as done, this one with the result `text`; each is shown for its second first. */
  readonly done: (upTo: SaveStepName, text?: string | null) => void;
  /** Resolves when the step is shown as begun, or nothing more will be shown. */
  readonly reached: (step: SaveStepName) => Promise<void>;
  /** Resolves when the step is shown as done, or nothing more will be shown. */
  readonly completed: (step: SaveStepName) => Promise<void>;
  /** Ends with a failed step, shown for its second after those before it; null where none is to blame. */
  readonly fail: (step: SaveStepName | null) => Promise<void>;
  /** Shows nothing more. */
  readonly stop: () => void;
}

/** Starts showing a save; waits for `begin`. Steps run in order, so reporting one as done also completes the earlier ones. */
export function playSteps({ onSteps, wait }: PlaybackOptions): StepPlayback {
  let steps = firstSteps;
  let begun = -1;
  let doneUpTo = -1;
  let failed: number | null = null;
  let over = false;
  const waiting = new Set<() => void>();

  const indexOf = (step: SaveStepName) => saveStepNames.indexOf(step);
  const tell = () => {
    for (const look of waiting) look();
  };
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds() && !over) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  const mark = (index: number, difference: Partial<ShownStep>) => {
    steps = steps.map((shown, at) => (at === index ? { ...shown, ...difference } : shown));
    onSteps(steps);
    tell();
  };
  const stateOf = (step: SaveStepName) => steps[indexOf(step)]?.state;

  /** Shows the failed step; a later step that is already shown as begun is reset to waiting. */
  const showFailure = async (at: number, present: number) => {
    if (present > at) mark(present, { state: 'waiting' });
    mark(at, { state: 'error' });
    await wait(stepShownMs);
  };

  // A function, because code that runs during an `await` may change the variable and the compiler cannot see that.
  const isOver = () => over;
  const play = async () => {
    for (const index of saveStepNames.keys()) {
      await until(() => index <= begun || index <= doneUpTo || failed !== null);
      if (isOver()) return;
      if (failed !== null && failed < index) return showFailure(failed, failed);
      mark(index, { state: 'in-progress' });
      await wait(stepShownMs);
      await until(() => index <= doneUpTo || failed !== null);
      if (isOver()) return;
      if (failed !== null && failed <= index) return showFailure(failed, index);
      mark(index, { state: 'complete' });
    }
  };
  const played = play().finally(() => {
    over = true;
    tell();
  });
  const stop = () => {
    over = true;
    tell();
  };

  return {
    begin(upTo) {
      begun = Math.max(begun, indexOf(upTo));
      tell();
    },
    done(upTo, text = null) {
      doneUpTo = Math.max(doneUpTo, indexOf(upTo));
      if (text !== null) mark(indexOf(upTo), { text });
      tell();
    },
    reached: (step) => until(() => stateOf(step) !== 'waiting'),
    completed: (step) => until(() => stateOf(step) === 'complete'),
    fail(step) {
      if (step === null) stop();
      else {
        failed = indexOf(step);
        tell();
      }
      return played;
    },
    stop,
  };
}
