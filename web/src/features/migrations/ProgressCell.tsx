import type { Migration } from '@ridgeline/contracts';
import { percentOf } from '../../ui/text/format.ts';
import { OutcomeBar } from './OutcomeBar.tsx';
import { progressNote, progressText } from './progress-text.ts';
import './migrations.css';

/** A migration's bar with 'processed / target' in numbers. */
export function ProgressCell({ migration }: { readonly migration: Migration }) {
  const { processedCount, targetCount } = migration;
  const note = progressNote(migration);
  return (
    <div className="progress-cell numbers">
      <OutcomeBar counts={migration} />
      <span>{progressText(migration)}</span>
      {note === null ? null : <span>{note}</span>}
      {targetCount > 0 ? <span>{percentOf(processedCount, targetCount)}%</span> : null}
    </div>
  );
}
