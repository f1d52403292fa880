import { errorText, listConnections, type AnswerOf } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { SWRResponse } from 'swr';
import { useQuery } from '../../../api/use-query.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { useForm } from '../../../components/form/use-form.ts';
import { Loading, SkeletonRows } from '../../../components/Loading.tsx';
import { unusableReason } from '../../connections/connection-health.ts';
import { inOrder } from '../../connections/connection-order.ts';
import { chosenAtFirst } from './chosen-at-first.ts';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { checkForm, firstForm, optionsOf } from './new-migration.ts';
import { OptionsStep } from './OptionsStep.tsx';
import { Step } from './Step.tsx';
import { useCreateMigrations } from './use-create-migrations.ts';
import './create-migration.css';

interface CreateMigrationDialogProps {
  readonly onClose: () => void;
}

/** Create New Migration: the connections first, then the options; one dialog from its opening to its end. */
export default function CreateMigrationDialog({ onClose }: CreateMigrationDialogProps) {
  const query = useQuery(listConnections);
  const [search] = useSearchParams();
  const connections = inOrder(query.data ?? []);
  /** Null until somebody has chosen. */
  const [ids, choose] = useState<readonly number[] | null>(null);
  const chosenIds = ids ?? chosenAtFirst(connections, search.get('connection'));
  const chosen = connections.filter((one) => chosenIds.includes(one.id) && unusableReason(one) === null);
  const [configuring, setConfiguring] = useState(false);
  /** Whether somebody wanted to go on: only then is it wrong that nothing is chosen. */
  const [pressed, setPressed] = useState(false);
  const { create, failed } = useCreateMigrations(chosen, { created: onClose, failed: choose });
  const form = useForm({
    initial: firstForm,
    check: checkForm,
    submit: (values) => create(optionsOf(values)),
  });
  const configure = (
    <Button
      key="configure"
      type="primary"
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
        setConfiguring(false);
      }}
    >
      Back
    </Button>
  );
  const send = (
    <Button key="create" type="primary" htmlType="submit" form="migration-form" loading={form.submitting}>
      Create Migration
    </Button>
  );
  // What has nothing to act on yet would only be pushed down by what comes.
  const loading = !query.data && !query.error;
  const first = connections.length > 0 ? [cancel, configure] : [cancel];
  const footer = loading ? null : configuring ? [back, send] : first;
  return (
    <Dialog open width={640} title="Create New Migration" onCancel={onClose} footer={footer}>
      {configuring ? (
        <Step key="configure" number={2} title="Configure Migration">
          <OptionsStep form={form} connections={chosen} failed={failed} />
        </Step>
      ) : connections.length > 0 ? (
        <Step key="choose" number={1} title="Create Migration">
          <ConnectionChoice
            connections={connections}
            chosenIds={chosen.map(({ id }) => id)}
            error={pressed && chosen.length === 0 ? errorText('migration.connection_required') : null}
            onChange={choose}
          />
        </Step>
      ) : (
        <NothingToChoose query={query} />
      )}
    </Dialog>
  );
}

type ConnectionsQuery = SWRResponse<AnswerOf<typeof listConnections>, unknown>;

/** Before there is anything to choose from: there is none, it could not be loaded, or it loads. */
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
    <ErrorState title="The connections could not be loaded" error={error} onRetry={() => void mutate()} />
  ) : (
    <Loading label="Loading the connections">
      <SkeletonRows rows={4} />
    </Loading>
  );
}
