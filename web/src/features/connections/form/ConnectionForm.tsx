import { useEffect, useRef } from 'react';
import { Notice } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { formatList } from '../../../ui/text/format.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { firstField, type FormMode } from './form-mode.ts';
import { SaveFailure } from './SaveFailure.tsx';
import { SaveCancelled, type useConnectionForm } from './use-connection-form.ts';
import type { Freshness } from './use-latest.ts';

interface ConnectionFormProps {
  readonly id: string;
  readonly mode: FormMode;
  readonly state: ReturnType<typeof useConnectionForm>;
  readonly freshness: Freshness;
  readonly administrator: boolean;
  /** True while the save steps replace the form; its input is kept. */
  readonly hidden: boolean;
}

/** The fields, and above them why they were not saved. */
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
    // The save steps had the focus; an invalid field, if any, already has it now.
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
      {failure && lastFailure && !(failure instanceof SaveCancelled) ? (
        <div className="connection-form-failure" tabIndex={-1}>
          <SaveFailure
            mode={mode}
            failed={lastFailure}
            failedFields={form.failedFields}
            onLoad={state.takeAndKeep}
          />
        </div>
      ) : null}
      {state.contested ? <Contested names={state.contested} /> : null}
      {freshness === 'listed' ? (
        <Notice
          role="alert"
          tone="info"
          text="Could not load the latest version; the one from the list is shown. If it has changed since, you can review that before anything is saved."
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
    </form>
  );
}

/** Shown after loading the latest version: the changes it did not apply because the user had edited the same fields. */
function Contested({ names }: { readonly names: readonly string[] }) {
  return (
    <Notice
      role="status"
      tone="info"
      title="This is the latest version, with your changes"
      text={
        names.length === 0
          ? 'No one else changed these fields. Review, then save.'
          : `Someone else changed these too, and your values are shown: ${formatList(names)}. Look at them, then save.`
      }
    />
  );
}
