import { errorText, listConnections, type AnswerOf } from '@ridgeline/contracts';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useSearchParams } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { useForm, type Form } from '../../../ui/form/use-form.ts';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/PageStates.tsx';
import { unusableReason } from '../../connections/status-display.ts';
import { inOrder } from '../../connections/use-connections.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import {
  checkForm,
  chosenAtFirst,
  createText,
  firstForm,
  isSettled,
  optionsOf,
  type MigrationForm,
} from './new-migration.ts';
import { OptionsForm } from './OptionsForm.tsx';
import { useCreateMigrations } from './use-create-migrations.ts';
import './create-migration.css';

interface CreateMigrationDialogProps {
  readonly onClose: () => void;
}

/**
 * Create New Migration: a dialog for choosing connections and, on top of it, one for the options (docs/decisions.md, 23).
 * If the connection is already determined, the dialog starts with the options.
 */
export default function CreateMigrationDialog({ onClose }: CreateMigrationDialogProps) {
  const titleId = useId();
  const query = useQuery(listConnections);
  const [search] = useSearchParams();
  const asked = search.get('connection');
  const connections = inOrder(query.data ?? []);
  /** Null until the user has chosen. */
  const [ids, choose] = useState<readonly number[] | null>(null);
  const chosenIds = ids ?? chosenAtFirst(connections, asked);
  const chosen = connections.filter((one) => chosenIds.includes(one.id) && unusableReason(one) === null);
  const [choosing, setChoosing] = useState(false);
  const settled = !choosing && isSettled(connections, asked);
  const [configuring, setConfiguring] = useState(false);
  /** Whether the user wanted to continue: only then is it wrong that nothing is chosen. */
  const [pressed, setPressed] = useState(false);
  const { create, failed } = useCreateMigrations(chosen, { created: onClose, failed: choose });
  const form = useForm({
    initial: firstForm,
    check: checkForm,
    submit: (values) => create(optionsOf(values)),
  });
  const goBack = () => {
    if (!form.submitting) setConfiguring(false);
  };
  const configure = (
    <Button
      key="configure"
      look="primary"
      onClick={() => {
        setPressed(true);
        setConfiguring(chosen.length > 0);
      }}
    >
      Configure Migration
    </Button>
  );
  const cancel = (
    <Button key="cancel" onClick={onClose}>
      Cancel
    </Button>
  );
  const back = (
    <Button
      key="back"
      disabled={form.submitting}
      onClick={() => {
        if (settled) setChoosing(true);
        goBack();
      }}
    >
      Back
    </Button>
  );
  const send = (
    <SendButton key="create" form={form} dryRun={false}>
      {createText(chosen.length)}
    </SendButton>
  );
  const look = (
    <SendButton key="look" form={form} dryRun>
      See what would happen
    </SendButton>
  );
  const options = <OptionsForm form={form} connections={chosen} failed={failed} />;
  // No buttons while loading: they would have nothing to act on, and the content would push them down.
  const loading = !query.data && !query.error;
  const footer = settled
    ? [connections.length > 1 ? back : cancel, send, look]
    : loading
      ? null
      : connections.length > 0
        ? [cancel, configure]
        : [cancel];
  return (
    <>
      <Dialog
        open
        long
        width={640}
        title={settled ? 'Configure Migration' : 'Create New Migration'}
        onCancel={() => {
          if (!form.submitting) onClose();
        }}
        footer={footer}
      >
        {settled ? (
          options
        ) : connections.length > 0 ? (
          <section className="create-card" aria-labelledby={titleId}>
            <h2 id={titleId}>Create Migration</h2>
            <ConnectionChoice
              connections={connections}
              chosenIds={chosen.map(({ id }) => id)}
              error={pressed && chosen.length === 0 ? errorText('migration.connection_required') : null}
              onChange={choose}
            />
          </section>
        ) : (
          <NothingToChoose query={query} />
        )}
      </Dialog>
      <Dialog
        open={configuring}
        long
        width={640}
        title="Configure Migration"
        onCancel={goBack}
        footer={[back, send, look]}
      >
        {options}
      </Dialog>
    </>
  );
}

interface SendButtonProps {
  readonly form: Form<MigrationForm>;
  readonly dryRun: boolean;
  readonly children: string;
}

/** Sends the form: for a dry run first, or for the migration itself. */
function SendButton({ form, dryRun, children }: SendButtonProps) {
  return (
    <Button
      look={dryRun ? 'primary' : 'plain'}
      type="submit"
      form="migration-form"
      loading={form.submitting && form.values.dryRun === dryRun}
      disabled={form.submitting && form.values.dryRun !== dryRun}
      onClick={() => {
        // The browser submits the form after this: by then it must know.
        flushSync(() => {
          form.set('dryRun', dryRun);
        });
      }}
    >
      {children}
    </Button>
  );
}

type ConnectionsQuery = SWRResponse<AnswerOf<typeof listConnections>, unknown>;

/** Shown if there is nothing to choose from: no connections exist, they failed to load, or they are loading. */
function NothingToChoose({ query: { data, error, mutate } }: { readonly query: ConnectionsQuery }) {
  if (data) {
    return (
      <EmptyState
        title="No connections"
        text="A migration needs a connection between AccuLynx and HubSpot. Create one first; it takes a few minutes."
        action={<Link to="/connections?dialog=create">Create Connection</Link>}
      />
    );
  }
  return error ? (
    <ErrorState title="Could not load the connections" error={error} onRetry={() => void mutate()} />
  ) : (
    <Loading label="Loading the connections">
      <SkeletonRows rows={4} />
    </Loading>
  );
}
