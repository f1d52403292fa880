import { saveStepNames, type SaveStep, type SaveStepName, type SaveStepState } from '@ridgeline/contracts';

/** A step of a save as it is shown. */
export interface ShownStep {
  readonly step: SaveStepName;
  readonly state: SaveStepState;
  /** What it found, once it is done and that was told. */
  readonly text: string | null;
}

/** All steps of a save in their order, each as far as it is shown. */
export type SaveSteps = readonly ShownStep[];

/** What the steps are called, by the specification's words. */
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

/** The steps of a save that was stopped: what was under way then is not any more. */
export const stoppedSteps = (steps: SaveSteps): SaveSteps =>
  steps.map((shown) => (shown.state === 'in-progress' ? { ...shown, state: 'waiting' } : shown));

/** How far a state is: a step never goes back. */
const rank: Readonly<Record<SaveStepState, number>> = { waiting: 0, 'in-progress': 1, complete: 2, error: 3 };

/**
 * The steps with what was told of some of them. They are done in their order, so a later one that is done says it of those
 * before; what would take one back is ignored.
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
