import {
  CheckCircleFilled,
  CloseCircleFilled,
  Loading3QuartersOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { SaveStepState } from '@ridgeline/contracts';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { webhookErrorText } from './save-flow.ts';
import { stepTexts, type SaveSteps } from './save-steps.ts';
import type { Resumed } from './use-resumed-save.ts';
import './save-steps.css';

const icons = {
  waiting: MinusCircleOutlined,
  'in-progress': Loading3QuartersOutlined,
  complete: CheckCircleFilled,
  error: CloseCircleFilled,
};

const words: Record<SaveStepState, string> = {
  waiting: 'waiting',
  'in-progress': 'in progress',
  complete: 'complete',
  error: 'failed',
};

interface SaveStepsPanelProps {
  readonly steps: SaveSteps;
  /** The current activity in one sentence. Screen readers announce it once instead of each step. */
  readonly summary: string;
  /** How it ended, where that needs telling. */
  readonly children?: ReactNode;
}

/** What a save is doing right now. */
function SaveStepsPanel({ steps, summary, children }: SaveStepsPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  useLayoutEffect(() => {
    // The form or question that had the focus is gone. Deferred until the dialog is on the page.
    queueMicrotask(() => {
      panel.current?.focus();
    });
  }, []);
  return (
    <div ref={panel} className="save-panel" role="group" aria-labelledby={summaryId} tabIndex={-1}>
      <p id={summaryId} role="status" className="save-summary">
        {summary}
      </p>
      <ol className="save-steps" aria-label="Saving the connection">
        {steps.map(({ step, state, text }) => {
          const Icon = icons[state];
          const found = state === 'complete' ? text : null;
          return (
            <li
              key={step}
              className={`save-step save-step-${state}`}
              {...(state === 'in-progress' ? { 'aria-current': 'step' } : {})}
            >
              <Icon aria-hidden {...(state === 'in-progress' ? { spin: true } : {})} />
              <span>{stepTexts[step]}</span>
              {found === null ? (
                <span className="save-step-word">{words[state]}</span>
              ) : (
                <span className="save-step-word">
                  <span className="visually-hidden">{words[state]}: </span>
                  {found}
                </span>
              )}
            </li>
          );
        })}
      </ol>
      {children}
    </div>
  );
}

interface SaveProgressProps {
  readonly steps: SaveSteps;
  /** The reassurance shown while it runs. */
  readonly meanwhile: string;
  /** The error of the webhook that ended it, or null. */
  readonly failure: Error | null;
}

/** A save in progress, or its result if the panel stays open. */
export function SaveProgress({ steps, meanwhile, failure }: SaveProgressProps) {
  return (
    <SaveStepsPanel steps={steps} summary={failure ? 'The save has ended.' : meanwhile}>
      {failure ? <Notice role="alert" tone="error" text={webhookErrorText(failure.message)} /> : null}
    </SaveStepsPanel>
  );
}

interface ResumedSavePanelProps {
  readonly resumed: Resumed;
  /** The reassurance shown after a failed save. */
  readonly unharmed: string;
}

/** A save interrupted by a page reload: its progress and its outcome. */
export function ResumedSavePanel({ resumed: { steps, verdict }, unharmed }: ResumedSavePanelProps) {
  const running = verdict.state === 'running' || verdict.state === 'saved';
  // It may have been their creation, which some of them survive.
  const propertiesFailed = steps.some(
    ({ step, state }) => step === 'hubspot-properties' && state === 'error',
  );
  return (
    <SaveStepsPanel
      steps={steps}
      summary={
        running ? 'The page was reloaded; the save continues and is shown here.' : 'The save has ended.'
      }
    >
      {verdict.state === 'failed' ? (
        <Notice
          role="alert"
          tone="error"
          title={propertiesFailed ? unharmed : 'Nothing was saved'}
          text={verdict.text}
        />
      ) : null}
      {verdict.state === 'interrupted' ? (
        <Notice
          role="alert"
          tone="warning"
          title="The reload stopped the save"
          text={`${unharmed} Go back to the form and save again; keys and tokens that you typed must be entered again.`}
        />
      ) : null}
      {verdict.state === 'silent' ? (
        <Notice
          role="alert"
          tone="warning"
          title="No status received for this save"
          text="Look at the list of connections before you save again: it may be there already."
        />
      ) : null}
    </SaveStepsPanel>
  );
}
