import { endpointUrl, exportOutcomesCsv, type Migration } from '@ridgeline/contracts';
import { Link, useNavigate } from 'react-router-dom';
import { Button, ButtonLink } from '../../../../ui/controls/Button.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
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
        <ButtonLink
          href={endpointUrl(exportOutcomesCsv.path, { id: String(id) }, { outcome: 'failed' })}
          download
        >
          Export the {formatCount(refused)} refused
        </ButtonLink>
      ) : null}
      {connection === 'deleted' ? <Link to="/connections">Connections</Link> : null}
      {status === 'failed' && connection !== 'deleted' ? (
        <Button
          look={connection === 'refused' ? 'primary' : 'plain'}
          onClick={() => void navigate(`/connections/${connectionId}`)}
        >
          Open the connection
        </Button>
      ) : null}
      {connection === 'deleted' ? null : (
        <Button
          look={status === 'completed' || connection === 'refused' ? 'plain' : 'primary'}
          loading={again.busy}
          onClick={again.run}
        >
          Run again
        </Button>
      )}
    </div>
  );
}
