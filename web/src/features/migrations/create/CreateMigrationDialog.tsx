import { listConnections, type Connection } from '@ridgeline/contracts';
import { Button } from 'antd';
import { Dialog } from '../../../components/Dialog.tsx';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { Loading, SkeletonRows } from '../../../components/Loading.tsx';
import { ConfigureMigrationDialog } from './ConfigureMigrationDialog.tsx';
import { ConnectionChoice } from './ConnectionChoice.tsx';
import { unusableReason } from '../../connections/connection-health.ts';
import './create-migration.css';

/** The connection that a link asked for. */
function preselected(search: URLSearchParams): readonly number[] {
  const id = Number(search.get('connection'));
  return Number.isSafeInteger(id) && id > 0 ? [id] : [];
}

/** Create New Migration: choose connections; the options open over it. */
export default function CreateMigrationDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, mutate } = useQuery(listConnections);
  const [search] = useSearchParams();
  const [chosenIds, setChosenIds] = useState(() => preselected(search));
  const [configuring, setConfiguring] = useState(false);
  const chosen = (data ?? []).filter((one) => chosenIds.includes(one.id) && unusableReason(one) === null);
  return (
    <Dialog
      open
      width={640}
      title="Create New Migration"
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          Cancel
        </Button>,
        <Button
          key="configure"
          type="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            setConfiguring(true);
          }}
        >
          Configure Migration
        </Button>,
      ]}
    >
      {data ? (
        <Choice connections={data} chosenIds={chosen.map(({ id }) => id)} onChange={setChosenIds} />
      ) : error ? (
        <ErrorState title="The connections could not be loaded" error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the connections">
          <SkeletonRows rows={4} />
        </Loading>
      )}
      {configuring ? (
        <ConfigureMigrationDialog
          connections={chosen}
          onBack={() => {
            setConfiguring(false);
          }}
          onCreated={onClose}
        />
      ) : null}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly connections: readonly Connection[];
  readonly chosenIds: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

function Choice(props: ChoiceProps) {
  if (props.connections.length > 0) return <ConnectionChoice {...props} />;
  return (
    <EmptyState
      title="No connections"
      text="A migration needs a connection between AccuLynx and HubSpot. Create one first; it takes a few minutes."
      action={<Link to="/connections?dialog=create">Create Connection</Link>}
    />
  );
}
