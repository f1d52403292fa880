import { PlusOutlined } from '@ant-design/icons';
import { listConnections, type Connection } from '@ridgeline/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useQuery } from '../../api/use-query.ts';
import { BridgeArt } from '../../components/BridgeArt.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Loading, SkeletonCard } from '../../components/Loading.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useToast } from '../../components/toast/toast-context.ts';
import { useDialogInUrl } from '../../components/use-dialog-in-url.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';
import { inOrder } from './connection-order.ts';

/** Portal Connections: every connection of the company, and the way to a new one. */
export function ConnectionsPage() {
  const { data, error, mutate } = useQuery(listConnections);
  const dialog = useDialogInUrl('create');
  const toast = useToast();
  // A new key empties the form, secrets too; closing alone keeps what was typed.
  const [formKey, setFormKey] = useState(1);

  const saved = async (connection: Connection) => {
    dialog.close();
    setFormKey((key) => key + 1);
    toast({ title: 'Connection created', description: `${connection.name} links AccuLynx with HubSpot.` });
    await mutate();
  };
  return (
    <>
      <PageHeader
        title="Portal Connections"
        page="Connections"
        purpose="Each connection links one AccuLynx account with one HubSpot portal, for everyone in your company."
        actions={
          <Button
            // One primary action at a time: an empty page has its own in the middle.
            type={data?.length === 0 ? 'default' : 'primary'}
            icon={<PlusOutlined aria-hidden />}
            onClick={dialog.open}
          >
            Add Connection
          </Button>
        }
      />
      {data ? (
        <ConnectionList connections={data} onCreate={dialog.open} />
      ) : error ? (
        <div className="state-card">
          <ErrorState
            title="The connections could not be loaded"
            error={error}
            onRetry={() => void mutate()}
          />
        </div>
      ) : (
        <Loading label="Loading the connections">
          <div className="connections">
            <SkeletonCard lines={5} />
            <SkeletonCard lines={5} />
          </div>
        </Loading>
      )}
      <ConnectionDialog
        key={formKey}
        open={dialog.isOpen}
        onClose={dialog.close}
        onSaved={(connection) => void saved(connection)}
      />
    </>
  );
}

interface ConnectionListProps {
  readonly connections: readonly Connection[];
  readonly onCreate: () => void;
}

function ConnectionList({ connections, onCreate }: ConnectionListProps) {
  if (connections.length === 0) {
    return (
      <div className="state-card">
        <EmptyState
          art={<BridgeArt />}
          title="No connections"
          text="A connection holds the keys to your AccuLynx account and your HubSpot portal. Both are tried before anything is saved, and nothing is copied until you start a migration."
          action={
            <Button type="primary" onClick={onCreate}>
              Create Connection
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <div className="connections">
      {inOrder(connections).map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} />
      ))}
    </div>
  );
}
