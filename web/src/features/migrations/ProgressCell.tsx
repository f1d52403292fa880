import type { Migration } from '@ridgeline/contracts';
import { formatCount, percentOf } from '../../components/format.ts';
import { OutcomeBar } from './OutcomeBar.tsx';
import './migrations.css';

/** A migration's bar with 'processed / target' in numbers. */
export function ProgressCell({ migration }: { readonly migration: Migration }) {
  const { processedCount, targetCount } = migration;
  return (
    <div className="progress-cell numbers">
      <OutcomeBar migration={migration} />
      <span>
        {formatCount(processedCount)} / {formatCount(targetCount)}
      </span>
      <span>{percentOf(processedCount, targetCount)}%</span>
    </div>
  );
}
