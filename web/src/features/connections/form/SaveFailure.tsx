import { use, useState, type ReactNode } from 'react';
import { failureText, sentence } from '../../../api/error-policy.ts';
import { OverlayContext, overlayEndsPage } from '../../../api/session-signals.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { correctMarked } from '../../../ui/form/field-texts.ts';
import type { FailedSave } from '../save/save-flow.ts';
import { failureFallback, failureTitle, remainsOf } from './failed-save.ts';
import { textsOf, unknownError, type FormMode } from './form-mode.ts';
import { isChangedMeanwhile } from './use-connection-form.ts';

interface SaveFailureProps {
  readonly mode: FormMode;
  readonly failed: FailedSave;
  /** The number of fields that show a reason. */
  readonly failedFields: number;
  /** Loads the latest version into the form and keeps the user's input. */
  readonly onLoad: () => Promise<void>;
}

/** What a failed save left behind, why it failed, and how to retry; nothing if an overlay replaces the page. */
export function SaveFailure({ mode, failed, failedFields, onLoad }: SaveFailureProps) {
  const overlay = use(OverlayContext);
  const { error } = failed;
  if (overlay && overlayEndsPage(error)) return null;
  if (isChangedMeanwhile(error)) return <ChangedMeanwhile mode={mode} error={error} onLoad={onLoad} />;
  const { title, text } = remainsOf(failed);
  const { text: reason, requestId } = failureText(error, failureFallback(failed));
  const request = requestId ? ` (request ${requestId})` : '';
  const fixed = failureTitle(mode, failed);
  const why =
    failedFields > 0
      ? `${fixed}. ${correctMarked(failedFields)}.`
      : `${fixed}: ${sentence(`${reason}${request}`)}`;
  return (
    <FailureNotice tone="error" title={title}>
      <p>{why}</p>
      {text === null ? null : <p>{text}</p>}
      <Button type="submit">Try again</Button>
    </FailureNotice>
  );
}

interface FailureNoticeProps {
  readonly tone: 'error' | 'warning';
  readonly title: string;
  readonly children: ReactNode;
}

function FailureNotice({ tone, title, children }: FailureNoticeProps) {
  return (
    <Notice role="alert" tone={tone} title={title} text={<div className="save-failure">{children}</div>} />
  );
}

interface ChangedMeanwhileProps extends Pick<SaveFailureProps, 'mode' | 'onLoad'> {
  readonly error: unknown;
}

/** Another user saved first: the input stays, and the user may apply it on top of the latest version. */
function ChangedMeanwhile({ mode, error, onLoad }: ChangedMeanwhileProps) {
  const [loading, setLoading] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const load = async () => {
    setLoading(true);
    setFailed(null);
    try {
      await onLoad();
    } catch (thrown) {
      setFailed(failureText(thrown, unknownError).text);
      setLoading(false);
    }
  };
  return (
    <FailureNotice tone="warning" title="Nothing was saved">
      <p>
        {textsOf(mode).failed}: {failureText(error, unknownError).text}
      </p>
      {failed === null ? null : <p>Could not load the latest version: {failed}</p>}
      <Button loading={loading} onClick={() => void load()}>
        Load the latest, keep my changes
      </Button>
    </FailureNotice>
  );
}
