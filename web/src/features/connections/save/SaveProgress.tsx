import { Notice } from '../../../ui/controls/Notice.tsx';
import { webhookErrorText } from './save-failure.ts';
import type { SaveSteps } from './save-steps.ts';
import { SaveStepsPanel } from './SaveStepsPanel.tsx';

interface SaveProgressProps {
  readonly steps: SaveSteps;
  /** What stays true while it goes on. */
  readonly meanwhile: string;
  /** The error of the webhook that ended it, or null. */
  readonly failure: Error | null;
}

/** A save under way, or what it ended with where the panel stays. */
export function SaveProgress({ steps, meanwhile, failure }: SaveProgressProps) {
  return (
    <SaveStepsPanel steps={steps} summary={failure ? 'The save has ended.' : meanwhile}>
      {failure ? <Notice role="alert" tone="error" text={webhookErrorText(failure.message)} /> : null}
    </SaveStepsPanel>
  );
}
