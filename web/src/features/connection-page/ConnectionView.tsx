import type { ConnectionDetail } from '@ridgeline/contracts';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { RevealTogether } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { IfOwn, ViewedCompany } from '../company-names/ViewedCompany.tsx';
import { ConnectionDialogs } from '../connections/actions/ConnectionDialogs.tsx';
import { ActionsButton, useActionsMenu } from '../connections/actions/use-actions-menu.tsx';
import { useConnectionDialog, useShowDialog } from '../connections/actions/use-connection-dialog.ts';
import { useConnections } from '../connections/use-connections.ts';
import { unusableReason } from '../connections/status-display.ts';
import { QuotaPanel } from '../quota/QuotaPanel.tsx';
import { AccountPanels } from './AccountPanels.tsx';
import { AutoSyncPanel } from './sync/AutoSyncPanel.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { ConnectionSkeleton } from './ConnectionSkeleton.tsx';
import { MigrationsPanel, useLatestMigrations } from './MigrationsPanel.tsx';
import { StatusPanel } from './StatusPanel.tsx';
import { TechnicalPanel } from './TechnicalPanel.tsx';

/** The facts of a connection, and what can be done with it. */
export function ConnectionView({ connection }: { readonly connection: ConnectionDetail }) {
  const navigate = useNavigate();
  const dialog = useConnectionDialog();
  const show = useShowDialog(dialog.show);
  const { menu, toggle, openFor } = useActionsMenu(show);
  const { id, name } = connection;
  // These determine the height of panels that have other panels below them.
  const migrations = useLatestMigrations(id);
  const others = useConnections();
  const loaded = !migrations.isLoading && !others.isLoading;
  return (
    <ViewedCompany companyId={connection.companyId}>
      <PageHeader
        title={name}
        purpose="Links one AccuLynx location with one HubSpot portal, for everyone in the company."
        actions={
          <IfOwn>
            <div className="connection-page-actions">
              {unusableReason(connection) === null ? (
                <Button
                  look="primary"
                  onClick={() => void navigate(`/migrations?dialog=create&connection=${String(id)}`)}
                >
                  Start a migration
                </Button>
              ) : null}
              <Button
                onClick={() => {
                  show('edit', id);
                }}
              >
                Edit All Settings
              </Button>
              <ActionsButton connection={connection} open={openFor === id} onToggle={toggle} />
            </div>
          </IfOwn>
        }
      />
      <RevealTogether until={loaded} label="Loading the connection" skeleton={<ConnectionSkeleton />}>
        <div className="connection-page">
          <div className="connection-overview">
            <StatusPanel connection={connection} onShow={show} />
            <MigrationsPanel connection={connection} />
          </div>
          <AutoSyncPanel connection={connection} onShow={show} inSight={loaded} />
          <SettingsPanel connection={connection} />
          <AccountPanels connection={connection} />
          <QuotaPanel connectionId={id} />
          <TechnicalPanel connection={connection} />
        </div>
      </RevealTogether>
      {menu}
      <ConnectionDialogs
        connections={[connection]}
        dialog={dialog}
        onDeleted={() => void navigate('/connections', { replace: true })}
      />
    </ViewedCompany>
  );
}
