import { listConnections } from '@ridgeline/contracts';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { BridgeArt, EmptyState } from '../../../ui/page/EmptyState.tsx';

/** The page before the first migration: it leads to whatever comes next, a connection or the migration. */
export function NoMigrations({ onCreate }: { readonly onCreate: () => void }) {
  const { data } = useQuery(listConnections);
  const navigate = useNavigate();
  const unconnected = data?.length === 0;
  return (
    <EmptyState
      art={<BridgeArt />}
      title="No migrations found"
      text={
        unconnected
          ? 'Nothing has been copied yet. The first step is a connection between AccuLynx and HubSpot; it takes a few minutes.'
          : 'Nothing has been copied yet. Choose a connection, and watch each record arrive in HubSpot.'
      }
      action={
        <div className="history-first">
          {unconnected ? (
            <Button look="primary" onClick={() => void navigate('/connections?dialog=create')}>
              Create a connection
            </Button>
          ) : null}
          <Button look={unconnected ? 'text' : 'primary'} onClick={onCreate}>
            Create your first migration
          </Button>
        </div>
      }
    />
  );
}
