import { Notice } from '../../../ui/controls/Notice.tsx';
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
        <Notice role="alert" tone="error" title={verdict.text} text={unharmed} />
      ) : null}
      {verdict.state === 'interrupted' ? (
        <Notice
          role="alert"
          tone="warning"
          title="The reload stopped the save"
          text={`${unharmed} Go back to the form and save once more; keys and tokens that you typed must be entered again.`}
        />
      ) : null}
      {verdict.state === 'silent' ? (
        <Notice
          role="alert"
          tone="warning"
          title="Nothing more was heard of this save"
          text="Look at the list of connections before you save once more: it may be there already."
        />
      ) : null}
    </SaveStepsPanel>
  );
}
