import type { Migration } from '@ridgeline/contracts';
import { OutcomeBar } from './OutcomeBar.tsx';
import { percentDone } from './percent-done.ts';
import { progressText } from './progress-text.ts';
import './migrations.css';

/** A migration's bar with 'processed / target' in numbers. */
export function ProgressCell({ migration }: { readonly migration: Migration }) {
  const percent = percentDone(migration, migration.status);
  return (
    <div className="progress-cell numbers">
      <OutcomeBar counts={migration} percent={percent} />
      <span>{progressText(migration)}</span>
      {migration.targetCount > 0 ? <span>{percent}%</span> : null}
    </div>
  );
}
