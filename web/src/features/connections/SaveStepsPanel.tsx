import {
  CheckCircleFilled,
  CloseCircleFilled,
  LoadingOutlined,
  MinusCircleOutlined,
} from '@ant-design/icons';
import type { SaveSteps, StepName, StepState } from './save-flow.ts';
import './save-steps.css';

const texts: Record<StepName, string> = {
  properties: 'HubSpot properties validation',
  creation: 'HubSpot property creation',
  acculynx: 'Acculynx location details',
  hubspot: 'HubSpot portal details',
};

const icons = {
  waiting: MinusCircleOutlined,
  'in-progress': LoadingOutlined,
  complete: CheckCircleFilled,
  error: CloseCircleFilled,
};

const words: Record<StepState, string> = {
  waiting: 'waiting',
  'in-progress': 'in progress',
  complete: 'complete',
  error: 'failed',
};

/** What a save is doing right now. */
export function SaveStepsPanel({ steps }: { readonly steps: SaveSteps }) {
  return (
    <ol className="save-steps" aria-live="polite" aria-label="Saving the connection">
      {steps.map(({ name, state }) => {
        const Icon = icons[state];
        return (
          <li key={name} className={`save-step save-step-${state}`}>
            <Icon aria-hidden />
            <span>{texts[name]}</span>
            <span className="save-step-word">{words[state]}</span>
          </li>
        );
      })}
    </ol>
  );
}
