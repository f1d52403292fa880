import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../api/error-policy.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { FailureAlert, Notice } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import {
  failureFallback,
  failureTitle,
  firstField,
  textsOf,
  unknownError,
  type FormMode,
} from './form-mode.ts';
import { isChangedMeanwhile, SaveCancelled, type useConnectionForm } from './use-connection-form.ts';
import type { Freshness } from './use-latest.ts';

interface ConnectionFormProps {
  readonly id: string;
  readonly mode: FormMode;
  readonly state: ReturnType<typeof useConnectionForm>;
  readonly freshness: Freshness;
  readonly administrator: boolean;
  /** While the steps of its save stand in its place; what was typed stays. */
  readonly hidden: boolean;
}

/** The fields, and above the buttons why they were not saved. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { id, mode, state, freshness, administrator, hidden } = props;
  const { form, lastFailure, stored } = state;
  const { failure, restored } = form;
  const element = useRef<HTMLFormElement>(null);
  const fetching = freshness === 'fetching';
  const first = mode.kind === 'edit' ? firstField(mode.connection) : null;
  useEffect(() => {
    // The fields come after the dialog was opened; its own buttons have the focus until then.
    if (!fetching && first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [fetching, first]);

  useEffect(() => {
    // The steps of the save had the focus; a marked field has it already.
    if (hidden || !failure || element.current?.querySelector('[aria-invalid]')) return;
    const reason = element.current?.querySelector<HTMLElement>('.connection-form-failure');
    (reason ?? document.querySelector<HTMLElement>(`[form="${id}"]`))?.focus();
  }, [hidden, failure, id]);

  if (fetching && !hidden)
    return (
      <Loading label="Fetching the latest version of the connection">
        <SkeletonRows rows={14} />
      </Loading>
    );
  return (
    <form
      ref={element}
      id={id}
      className="fields connection-form"
      noValidate
      autoComplete="off"
      hidden={hidden}
      onSubmit={form.onSubmit}
    >
      {freshness === 'listed' ? (
        <Notice
          role="alert"
          tone="info"
          text="The latest version could not be fetched. This is the one of the list; if it has changed since, you will be told before anything is saved."
        />
      ) : null}
      {restored && mode.kind !== 'edit' && !failure ? (
        <Notice
          role="status"
          tone="info"
          title="Your draft is back"
          text="Keys and tokens are not kept in the browser: enter them again."
        />
      ) : null}
      <ConnectionFields
        form={form}
        stored={stored}
        edits={mode.kind === 'edit'}
        administrator={administrator}
      />
      {failure && !(failure instanceof SaveCancelled) ? (
        <div className="connection-form-failure" tabIndex={-1}>
          {isChangedMeanwhile(failure) ? (
            <ChangedMeanwhile error={failure} onLoad={state.takeAndKeep} />
          ) : (
            <FailureAlert
              title={failureTitle(mode, lastFailure)}
              error={failure}
              fallback={failureFallback(lastFailure)}
              advice={
                form.failureAtField
                  ? `${textsOf(mode).unharmed} Correct the marked field and try again.`
                  : null
              }
            />
          )}
        </div>
      ) : null}
      {state.contested ? <Contested names={state.contested} /> : null}
    </form>
  );
}

/** After the latest version was taken: what of it was not, because the person changed the same. */
function Contested({ names }: { readonly names: readonly string[] }) {
  return (
    <Notice
      role="status"
      tone="info"
      title="This is the latest version, with your changes"
      text={
        names.length === 0
          ? 'No one else changed these fields. Review, then save.'
          : `Someone else changed these too, and your values are shown: ${new Intl.ListFormat('en-US').format(names)}. Look at them, then save.`
      }
    />
  );
}

interface ChangedMeanwhileProps {
  readonly error: unknown;
  /** Takes the latest version into the form, and keeps what was typed. */
  readonly onLoad: () => Promise<void>;
}

/** Somebody else was faster: what was typed stays, and goes upon their version by wish. */
function ChangedMeanwhile({ error, onLoad }: ChangedMeanwhileProps) {
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
