import { Link } from 'react-router-dom';
import { LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { MigrationStatusTag, PurposeTag } from '../migrations/MigrationStatusTag.tsx';
import { ProgressCell } from '../migrations/ProgressCell.tsx';
import { typeText } from '../migrations/record-words.ts';
import { useCurrentMigrations } from '../results/use-current-migrations.ts';
import { unfinished } from './attention.ts';

const most = 5;

/** The running migrations, updated live; nothing if none runs. The attention panel reports a failed load. */
export function RunningPanel() {
  const { data = [], error, mutate } = useCurrentMigrations();
  const migrations = unfinished(data);
  if (migrations.length === 0) return null;
  return (
    <Panel title="Running now" extra={<Link to="/migrations">See all migrations</Link>}>
      <LastKnown title="Could not refresh what is running" error={error} onRetry={() => void mutate()}>
        <Running migrations={migrations} />
      </LastKnown>
    </Panel>
  );
}

function Running({ migrations }: { readonly migrations: ReturnType<typeof unfinished> }) {
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
