import { saveStepNames, type SaveStepName } from '@ridgeline/contracts';
import { firstSteps, type SaveSteps, type ShownStep } from './save-steps.ts';

/** Each step is shown for so long at least, also when it fails. */
const stepShownMs = 1000;

interface PlaybackOptions {
  readonly onSteps: (steps: SaveSteps) => void;
  readonly wait: (ms: number) => Promise<void>;
}

/** Shows the steps of a save one after another, however fast they are told. */
export interface StepPlayback {
  /** Lets the steps up to this one be shown as begun. */
  readonly begin: (upTo: SaveStepName) => void;
  /** The steps up to this one are done, and this one found what `text` tells; each is shown as such after its second. */
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

/** Begins to show a save: nothing until `begin`. Steps are done in their order, so a later one says it of those before. */
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

  /** Shows the failed step; one that was shown in its place meanwhile had not begun in truth. */
  const showFailure = async (at: number, present: number) => {
    if (present > at) mark(present, { state: 'waiting' });
    mark(at, { state: 'error' });
    await wait(stepShownMs);
  };

  // What runs meanwhile may end it; the compiler cannot see that of a variable.
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
