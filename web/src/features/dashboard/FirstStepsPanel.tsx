import { CheckCircleFilled } from '@ant-design/icons';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import type { FirstStep } from './first-steps.ts';

/** The way of a new company to its first result, with one button for what comes next. */
export function FirstStepsPanel({ steps }: { readonly steps: readonly FirstStep[] }) {
  const navigate = useNavigate();
  const next = steps.find(({ done }) => !done);
  return (
    <Panel title="First steps">
      <ol className="first-steps">
        {steps.map((step, index) => (
          <li key={step.title} aria-current={step === next ? 'step' : undefined}>
            {step.done ? (
              <CheckCircleFilled className="first-steps-done" aria-label="Done" />
            ) : (
              <span className="guide-number numbers" aria-hidden>
                {index + 1}
              </span>
            )}
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
              {step === next ? (
                <Button look="primary" onClick={() => void navigate(step.to)}>
                  {step.button}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
