import { CheckCircleFilled } from '@ant-design/icons';
import type { Connection, Migration } from '@ridgeline/contracts';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { Panel } from '../../ui/page/Panel.tsx';

/** A new company's steps to its first result, with one button for the next step. */
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

/** A step of a company's beginning. */
interface FirstStep {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  /** The page where it is done, and the text of the button that leads there. */
  readonly to: string;
  readonly button: string;
}

/** The steps to the first result; null once there is one. */
export function firstSteps(
  connections: readonly Pick<Connection, 'id'>[],
  migrations: readonly (Pick<Migration, 'id' | 'status'> & Partial<Pick<Migration, 'dryRun'>>)[],
): readonly FirstStep[] | null {
  if (migrations.some(({ status, dryRun }) => status === 'completed' && !dryRun)) return null;
  const newest = migrations.reduce((id, migration) => Math.max(id, migration.id), 0);
  return [
    {
      title: 'Connect AccuLynx and HubSpot',
      text: 'Enter an AccuLynx API key and a HubSpot token. Nothing is copied yet.',
      done: connections.length > 0,
      to: '/connections?dialog=create',
      button: 'Create a connection',
    },
    {
      title: 'Copy the first records',
      text: 'Contacts first, then jobs. Nothing is changed in AccuLynx, and it is safe to repeat.',
      done: newest > 0,
      to: '/migrations?dialog=create',
      button: 'Start a migration',
    },
    {
      title: 'Check the result',
      text: 'Each record is accounted for: copied, skipped or rejected, and why.',
      done: false,
      to: `/migrations/${newest}`,
      button: 'See how it goes',
    },
  ];
}
