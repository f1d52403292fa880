import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { isFinal } from '../../live/migration-cache.ts';
import { logsPanelId } from '../logs/use-scroll-to-logs.ts';
import { recordsPanelId } from '../records-view.ts';
import { sameFacts } from '../same-facts.ts';
import { useCauses } from './causes/use-causes.ts';
import { causesPanelId, reconciliationPanelId, resultPanelId } from './panel-ids.ts';
import './jumps.css';

interface JumpsProps {
  readonly migration: Migration;
}

/**
 * Links to the sections of a migration's page in one line, on phones, so that each section is one tap away. Sections that
 * appear during the run come last, so that nothing moves under a finger.
 */
export const Jumps = memo(function Jumps({ migration }: JumpsProps) {
  return usePhone() ? <JumpLinks migration={migration} /> : null;
}, sameFacts);

function JumpLinks({ migration }: JumpsProps) {
  const { search } = useLocation();
  const causes = useCauses(migration);
  const jumps = [
    { id: resultPanelId, text: isFinal(migration) ? 'Result' : 'State' },
    { id: recordsPanelId, text: 'Records' },
    { id: logsPanelId, text: 'Logs' },
    ...(causes.length > 0 ? [{ id: causesPanelId, text: 'Needs review' }] : []),
    ...(migration.reconciliation ? [{ id: reconciliationPanelId, text: 'Reconciliation' }] : []),
  ];
  return (
    <nav className="jumps" aria-label="On this page">
      {jumps.map(({ id, text }) => (
        <Link key={id} to={{ search, hash: id }} replace preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
