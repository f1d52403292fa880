import type { Connection, Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { unusableReason } from '../connections/status-display.ts';
import { inOrder } from '../connections/use-connections.ts';
import { isFinal } from '../live/migration-cache.ts';
import { MigrationStatusTag } from '../migrations/MigrationStatusTag.tsx';
import { nounOfMigration } from '../migrations/record-words.ts';
import { SyncBrief } from '../sync/SyncTag.tsx';

const most = 8;

interface ResultsPanelProps {
  readonly connections: readonly Connection[];
  readonly migrations: readonly Migration[];
  /** The failure since these were answered; undefined where there was none. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What became of each connection last. */
export function ResultsPanel({ connections, migrations, error, onRetry }: ResultsPanelProps) {
  const results = lastResults(connections, migrations);
  const usable = new Set(connections.filter((one) => unusableReason(one) === null).map(({ id }) => id));
  return (
    <Panel title="Last result of each connection" extra={<Link to="/connections">See all connections</Link>}>
      <LastKnown title="The last results could not be brought up to date" error={error} onRetry={onRetry}>
        <ul className="results">
          {results.slice(0, most).map((result) => (
            <Result key={result.connection.id} {...result} usable={usable.has(result.connection.id)} />
          ))}
        </ul>
        {results.length > most ? (
          <p className="dashboard-note numbers">and {results.length - most} more</p>
        ) : null}
      </LastKnown>
    </Panel>
  );
}

/** What the migration did. One that stopped says nothing of what is in HubSpot: earlier ones may have copied more. */
function resultText({ status, migrationType, successCount, follows }: Migration): string {
  const records = formatRecords(successCount, nounOfMigration(migrationType));
  if (follows?.as === 'undo') return `${records} undone`;
  return status === 'completed' && follows?.as !== 'retry'
    ? `${records} in HubSpot`
    : `${records} copied by it`;
}

function Result({ connection: { id, name }, migration, usable }: LastResult & { readonly usable: boolean }) {
  return (
    <li>
      <span className="results-name">
        <Link to={`/connections/${id}`} aria-label={name}>
          <OneLine text={name} />
        </Link>
        <span className="results-sync">
          Auto-sync <SyncBrief connectionId={id}>off</SyncBrief>
        </span>
      </span>
      {migration ? (
        <>
          <MigrationStatusTag migration={migration} />
          <Link className="results-what numbers" to={`/migrations/${migration.id}`}>
            {resultText(migration)}
          </Link>
          <span className="results-when">
            <Ago time={migration.completedAt ?? migration.createdAt} />
          </span>
        </>
      ) : (
        <>
          <span className="results-none">Nothing copied yet</span>
          {usable ? (
            <Link
              className="results-what"
              to={`/migrations?dialog=create&connection=${id}`}
              aria-label={`Start a migration of ${name}`}
            >
              Start a migration
            </Link>
          ) : null}
        </>
      )}
    </li>
  );
}

/** A connection and the last of its migrations that has ended, else the one under way; null where none was started. */
interface LastResult {
  readonly connection: Pick<Connection, 'id' | 'name'>;
  readonly migration: Migration | null;
}

/** What has ended says more than what has not, and later ones more than earlier ones. */
const saysMore = (one: Migration, other: Migration): boolean =>
  isFinal(one) === isFinal(other) ? one.id > other.id : isFinal(one);

/** What became of each connection last, in the order of their page; a dry run is no result. */
export function lastResults(
  connections: readonly LastResult['connection'][],
  migrations: readonly Migration[],
): readonly LastResult[] {
  const last = new Map<number, Migration>();
  for (const migration of migrations.filter(({ dryRun }) => !dryRun)) {
    const known = last.get(migration.connectionId);
    if (!known || saysMore(migration, known)) last.set(migration.connectionId, migration);
  }
  return inOrder(connections).map((connection) => ({
    connection,
    migration: last.get(connection.id) ?? null,
  }));
}
