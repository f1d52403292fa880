import { Link } from 'react-router-dom';
import { LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { MigrationStatusTag, PurposeTag } from '../migrations/MigrationStatusTag.tsx';
import { ProgressCell } from '../migrations/ProgressCell.tsx';
import { typeText } from '../migrations/record-words.ts';
import { LoadedMigrations, useCurrentMigrations } from '../migrations/use-migrations.tsx';
import { unfinished } from './attention.ts';

const most = 5;

/** What is being copied right now, moving as it goes. `connected` is null while it is not known. */
export function RunningPanel({ connected }: { readonly connected: boolean | null }) {
  const query = useCurrentMigrations();
  return (
    <Panel
      title="What runs now"
      extra={query.data?.length ? <Link to="/migrations">See all migrations</Link> : null}
    >
      <LoadedMigrations query={query} rows={2}>
        {(migrations) => (
          <LastKnown
            title="What runs now could not be brought up to date"
            error={query.error}
            onRetry={() => void query.mutate()}
          >
            <Running migrations={unfinished(migrations)} connected={connected} />
          </LastKnown>
        )}
      </LoadedMigrations>
    </Panel>
  );
}

interface RunningProps {
  readonly migrations: ReturnType<typeof unfinished>;
  readonly connected: boolean | null;
}

function Running({ migrations, connected }: RunningProps) {
  if (migrations.length === 0) return <Idle connected={connected} />;
  const more = migrations.length - most;
  return (
    <>
      <ul className="running">
        {migrations.slice(0, most).map((migration) => (
          <li key={migration.id}>
            <div className="running-head">
              <Link to={`/migrations/${migration.id}`}>{migration.connectionName}</Link>
              <span className="running-id numbers">
                #{migration.id} · {typeText(migration.migrationType)}
              </span>
              <PurposeTag migration={migration} />
              <MigrationStatusTag migration={migration} />
            </div>
            <ProgressCell migration={migration} />
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="dashboard-note numbers">and {more} more</p> : null}
    </>
  );
}

function Idle({ connected }: Pick<RunningProps, 'connected'>) {
  const first = connected === false;
  return (
    <>
      <p className="dashboard-note">
        {first
          ? 'Nothing yet. The first step is a connection between AccuLynx and HubSpot.'
          : 'Nothing is being copied right now.'}
      </p>
      {first ? null : <Link to="/migrations?dialog=create">Start a migration</Link>}
    </>
  );
}
