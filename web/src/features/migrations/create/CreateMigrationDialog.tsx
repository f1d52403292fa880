import { listConnections, type Connection } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
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

/** Create New Migration: the connections first, then the options. */
export default function CreateMigrationDialog({ onClose }: CreateMigrationDialogProps) {
  const { data, error, mutate } = useQuery(listConnections);
  if (data && data.length > 0) return <Steps connections={inOrder(data)} onClose={onClose} />;
  return (
    <Dialog
      open
      width={640}
      title="Create New Migration"
      onCancel={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {data ? (
        <EmptyState
          title="No connections"
          text="A migration needs a connection between AccuLynx and HubSpot. Create one first; it takes a few minutes."
          action={<Link to="/connections?dialog=create">Create Connection</Link>}
        />
      ) : error ? (
        <ErrorState title="The connections could not be loaded" error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the connections">
          <SkeletonRows rows={4} />
        </Loading>
      )}
    </Dialog>
  );
}

interface StepsProps extends CreateMigrationDialogProps {
  readonly connections: readonly Connection[];
}

function Steps({ connections, onClose }: StepsProps) {
  const [search] = useSearchParams();
  const [chosenIds, choose] = useState(() => chosenAtFirst(connections, search.get('connection')));
  const [configuring, setConfiguring] = useState(false);
  const chosen = connections.filter((one) => chosenIds.includes(one.id) && unusableReason(one) === null);
  const { create, failed } = useCreateMigrations(chosen, { created: onClose, failed: choose });
  const form = useForm({
    initial: firstForm,
    check: checkForm,
    submit: (values) => create(optionsOf(values)),
  });
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
  const cancel = (
    <Button key="cancel" onClick={onClose}>
      Cancel
    </Button>
  );
  const configure = (
    <Button
      key="configure"
      type="primary"
      disabled={chosen.length === 0}
      onClick={() => {
        setConfiguring(true);
      }}
    >
      Configure Migration
    </Button>
  );
  return (
    <Dialog
      open
      width={640}
      title="Create New Migration"
      onCancel={onClose}
      footer={configuring ? [back, send] : [cancel, configure]}
    >
      {configuring ? (
        <Step key="configure" number={2} title="Configure Migration">
          <OptionsStep form={form} connections={chosen} failed={failed} />
        </Step>
      ) : (
        <Step key="choose" number={1} title="Create Migration">
          <ConnectionChoice
            connections={connections}
            chosenIds={chosen.map(({ id }) => id)}
            onChange={choose}
          />
        </Step>
      )}
    </Dialog>
  );
}
