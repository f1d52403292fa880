import { PlusOutlined } from '@ant-design/icons';
import { Button } from '../../ui/controls/Button.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { BridgeArt, EmptyState, ErrorState } from '../../ui/page/PageStates.tsx';
import { HelpLink } from '../help/HelpLink.tsx';
import { ConnectionDialogs } from './actions/ConnectionDialogs.tsx';
import { useConnectionDialog, useShowDialog } from './actions/use-connection-dialog.ts';
import { ConnectionList } from './list/ConnectionList.tsx';
import { LoadingConnections } from './list/ViewSwitch.tsx';
import { useConnections, useHeld } from './use-connections.ts';

/** The dialogs that save step by step. */
const savingDialogs = new Set(['create', 'copy', 'edit']);

/** Portal Connections: every connection of the company, and what can be done with them. */
export function ConnectionsPage() {
  const { data, error, mutate } = useConnections();
  const dialog = useConnectionDialog();
  const onShow = useShowDialog(dialog.show);
  // A save whose form still shows its steps must not already appear in the list behind it.
  const shown = useHeld(data, savingDialogs.has(dialog.open?.kind ?? ''));
  return (
    <>
      <PageHeader
        title="Portal Connections"
        page="Connections"
        marks={<HelpLink to="connections" />}
        purpose="Each connection links one AccuLynx location with one HubSpot portal, for everyone in your company."
        actions={
          <Button
            // One primary action at a time: an empty page has its own in the middle.
            look={shown?.length === 0 ? 'plain' : 'primary'}
            icon={<PlusOutlined aria-hidden />}
            onClick={dialog.create}
          >
            Add Connection
          </Button>
        }
      />
      {shown ? (
        shown.length === 0 ? (
          <NoConnections onCreate={dialog.create} />
        ) : (
          <ConnectionList connections={shown} onShow={onShow} />
        )
      ) : error ? (
        <div className="state-card">
          <ErrorState title="Could not load the connections" error={error} onRetry={() => void mutate()} />
        </div>
      ) : (
        <LoadingConnections />
      )}
      <ConnectionDialogs connections={data} dialog={dialog} />
    </>
  );
}

function NoConnections({ onCreate }: { readonly onCreate: () => void }) {
  return (
    <div className="state-card">
      <EmptyState
        art={<BridgeArt />}
        title="No connections"
        text="A connection holds the credentials for an AccuLynx location and a HubSpot portal. Both are tried before anything is saved, and nothing is copied until you start a migration."
        action={
          <Button look="primary" onClick={onCreate}>
            Create Connection
          </Button>
        }
      />
    </div>
  );
}
