import { Alert } from 'antd';
import { SaveStepsPanel } from './SaveStepsPanel.tsx';
import type { Resumed } from './use-resumed-save.ts';

interface ResumedSavePanelProps {
  readonly resumed: Resumed;
  /** What a save that failed leaves behind. */
  readonly unharmed: string;
}

/** The save that a reload of the page cut off: how far it is, and what became of it. */
export function ResumedSavePanel({ resumed: { steps, verdict }, unharmed }: ResumedSavePanelProps) {
  const running = verdict.state === 'running' || verdict.state === 'saved';
  return (
    <SaveStepsPanel
      steps={steps}
      summary={
        running ? 'The page was reloaded; the save goes on, and this shows it.' : 'The save has ended.'
      }
    >
      {verdict.state === 'failed' ? (
        <Alert role="alert" type="error" showIcon title={verdict.text} description={unharmed} />
      ) : null}
      {verdict.state === 'interrupted' ? (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={<strong>The reload stopped the save</strong>}
          description={`${unharmed} Go back to the form and save once more; keys and tokens that you typed must be entered again.`}
        />
      ) : null}
      {verdict.state === 'silent' ? (
        <Alert
          role="alert"
          type="warning"
          showIcon
          title={<strong>Nothing more was heard of this save</strong>}
          description="Look at the list of connections before you save once more: it may be there already."
        />
      ) : null}
    </SaveStepsPanel>
  );
}
