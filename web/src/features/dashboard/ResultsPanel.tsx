import type { Connection, Migration } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { LastKnown } from '../../ui/page/PageStates.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Ago } from '../../ui/text/Ago.tsx';
import { formatRecords } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { unusableReason } from '../connections/status-display.ts';
import { MigrationStatusTag } from '../migrations/MigrationStatusTag.tsx';
import { nounOfMigration } from '../migrations/record-words.ts';
import { SyncBrief } from '../sync/SyncTag.tsx';
import { lastResults, type LastResult } from './last-results.ts';

const most = 8;

interface ResultsPanelProps {
  readonly connections: readonly Connection[];
  readonly migrations: readonly Migration[];
  /** The failure since these were answered; undefined where there was none. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What each connection copied last, contacts and jobs apart. */
export function ResultsPanel({ connections, migrations, error, onRetry }: ResultsPanelProps) {
  const results = lastResults(connections, migrations);
  const usable = new Set(connections.filter((one) => unusableReason(one) === null).map(({ id }) => id));
  return (
    <Panel title="Last result of each connection" extra={<Link to="/connections">See all connections</Link>}>
      <LastKnown title="Could not refresh the last results" error={error} onRetry={onRetry}>
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

/** What the migration did. A stopped migration does not show what is in HubSpot, because earlier ones may have copied more. */
function resultText({ status, migrationType, successCount, follows }: Migration): string {
  const records = formatRecords(successCount, nounOfMigration(migrationType));
  if (follows?.as === 'undo') return `${records} undone`;
  return status === 'completed' && follows?.as !== 'retry'
    ? `${records} in HubSpot`
    : `${records} copied by it`;
}

function Result({ connection: { id, name }, migrations, usable }: LastResult & { readonly usable: boolean }) {
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
      {migrations.length > 0 ? (
        <ul className="results-types">
          {migrations.map((migration) => (
            <li key={migration.id}>
              <MigrationStatusTag migration={migration} />
              <Link className="results-what numbers" to={`/migrations/${migration.id}`}>
                {resultText(migration)}
              </Link>
              <span className="results-when">
                <Ago time={migration.completedAt ?? migration.createdAt} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="results-types">
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
        </div>
      )}
    </li>
  );
}
