import { useState } from 'react';
import { failureText } from '../../../api/error-policy.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { unknownError } from './texts.ts';

interface ChangedMeanwhileProps {
  readonly error: unknown;
  /** Takes the latest version into the form, and keeps what was typed. */
  readonly onLoad: () => Promise<void>;
}

/** Somebody else was faster: what was typed stays, and goes upon their version by wish. */
export function ChangedMeanwhile({ error, onLoad }: ChangedMeanwhileProps) {
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
    <Notice
      role="alert"
      tone="warning"
      title="Failed to update connection"
      text={
        <div className="changed-meanwhile">
          <p>{failureText(error, unknownError).text}</p>
          {failed === null ? null : <p>The latest version could not be fetched: {failed}</p>}
          <Button loading={loading} onClick={() => void load()}>
            Load the latest, keep my changes
          </Button>
        </div>
      }
    />
  );
}
