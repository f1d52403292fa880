import {
  CheckCircleFilled,
  CloseCircleFilled,
  Loading3QuartersOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { SaveStepState } from '@ridgeline/contracts';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { stepTexts, type SaveSteps } from './save-steps.ts';
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
  /** What is going on, in a sentence; screen readers hear it once, and not each step. */
  readonly summary: string;
  /** How it ended, where that needs telling. */
  readonly children?: ReactNode;
}

/** What a save is doing right now. */
export function SaveStepsPanel({ steps, summary, children }: SaveStepsPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const summaryId = useId();
  useLayoutEffect(() => {
    // What had the focus is gone with the form or the question. A moment later, when the dialog stands in the page.
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
