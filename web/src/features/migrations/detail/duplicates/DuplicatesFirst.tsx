import { listDuplicates, type Migration } from '@ridgeline/contracts';
import type { ReactNode } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { RevealTogether, SkeletonRows } from '../../../../ui/page/Loading.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { DuplicatesPanel } from './DuplicatesPanel.tsx';

interface DuplicatesFirstProps {
  readonly migration: Migration;
  /** Whether the migration may have possible duplicates to answer. */
  readonly planned: boolean;
  /** The content below them. */
  readonly children: ReactNode;
}

/** The possible duplicates of a plan above what they would push down: that appears once it is known how much room they take. */
export function DuplicatesFirst({ migration, planned, children }: DuplicatesFirstProps) {
  const asked = planned ? { params: { id: String(migration.id) } } : null;
  const { data, error } = useQuery(listDuplicates, asked);
  return (
    <>
      {planned ? <DuplicatesPanel migration={migration} /> : null}
      <RevealTogether
        until={!planned || data !== undefined || error !== undefined}
        label="Loading the records"
        skeleton={
          <Panel title="Records">
            <SkeletonRows rows={6} />
          </Panel>
        }
      >
        {children}
      </RevealTogether>
    </>
  );
}
