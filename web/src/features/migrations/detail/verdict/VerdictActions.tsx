import { endpointUrl, exportOutcomesCsv, type Migration } from '@ridgeline/contracts';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { formatCount } from '../../../../components/format.ts';
import { refusedCount } from '../../../judgement/run-judgement.ts';
import type { ConnectionState } from '../use-connection-state.ts';
import type { RunAgain } from './use-run-again.ts';

interface VerdictActionsProps {
  readonly migration: Migration;
  readonly connection: ConnectionState;
  readonly again: RunAgain;
}

/** What to do next: export the refused, look after the connection, run it again. */
export function VerdictActions({ migration, connection, again }: VerdictActionsProps) {
  const { id, status, connectionId } = migration;
  const refused = refusedCount(migration);
  const navigate = useNavigate();
  return (
    <div className="verdict-actions">
      {refused > 0 ? (
        <Button
          href={endpointUrl(exportOutcomesCsv.path, { id: String(id) }, { outcome: 'failed' })}
          download
        >
          Export the {formatCount(refused)} refused
        </Button>
      ) : null}
      {connection === 'deleted' ? <Link to="/connections">Connections</Link> : null}
      {status === 'failed' && connection !== 'deleted' ? (
        <Button
          type={connection === 'refused' ? 'primary' : 'default'}
          onClick={() => void navigate(`/connections/${connectionId}`)}
        >
          Open the connection
        </Button>
      ) : null}
      {connection === 'deleted' ? null : (
        <Button
          type={status === 'completed' || connection === 'refused' ? 'default' : 'primary'}
          loading={again.busy}
          onClick={again.run}
        >
          Run again
        </Button>
      )}
    </div>
  );
}
