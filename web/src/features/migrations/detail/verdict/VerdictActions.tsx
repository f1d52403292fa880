import { endpointUrl, exportOutcomesCsv, type Migration } from '@ridgeline/contracts';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { formatCount } from '../../../../components/format.ts';
import type { RunAgain } from './use-run-again.ts';

interface VerdictActionsProps {
  readonly migration: Migration;
  /** Whether its connection was deleted: nothing can be run with it any more. */
  readonly gone: boolean;
  readonly again: RunAgain;
}

/** What to do next: export the refused, look after the connection, run it again. */
export function VerdictActions({ migration, gone, again }: VerdictActionsProps) {
  const { id, status, errorCount, connectionId } = migration;
  const navigate = useNavigate();
  return (
    <div className="verdict-actions">
      {errorCount > 0 ? (
        <Button
          href={endpointUrl(exportOutcomesCsv.path, { id: String(id) }, { outcome: 'failed' })}
          download
        >
          Export the {formatCount(errorCount)} refused
        </Button>
      ) : null}
      {gone ? <Link to="/connections">Connections</Link> : null}
      {status === 'failed' && !gone ? (
        <Button onClick={() => void navigate(`/connections/${connectionId}`)}>Open the connection</Button>
      ) : null}
      {gone ? null : (
        <Button
          type={status === 'completed' ? 'default' : 'primary'}
          loading={again.busy}
          onClick={again.run}
        >
          Run again
        </Button>
      )}
    </div>
  );
}
