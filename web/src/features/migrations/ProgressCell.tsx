import { objectTypes, outcomeKinds, type Migration } from '@ridgeline/contracts';
import { formatCount, percentOf } from '../../ui/text/format.ts';
import { isUndo, purposeOf, type Purpose, type Purposed } from '../summary/purpose.ts';
import { outcomeCounts, type OutcomeCounts } from './outcomes.ts';
import './migrations.css';
import './outcome-bar.css';

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

interface OutcomeBarProps {
  readonly counts: OutcomeCounts & Pick<Migration, 'processedCount' | 'targetCount'>;
  readonly size?: 'small' | 'large';
}

/** How much of a migration is done, colored by the outcomes of the records. */
export function OutcomeBar({ counts, size = 'small' }: OutcomeBarProps) {
  const { processedCount, targetCount } = counts;
  // When more came than was announced, the bar is full and its parts keep their proportions.
  const whole = Math.max(targetCount, processedCount);
  const parts = outcomeCounts(counts);
  return (
    <div
      className={`outcome-bar outcome-bar-${size}`}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(processedCount, targetCount)}
    >
      {outcomeKinds.map((name) => (
        <span
          key={name}
          className={`outcome-${name}`}
          style={{ width: whole === 0 ? 0 : `${(parts[name] / whole) * 100}%` }}
        />
      ))}
    </div>
  );
}

type Counted = Pick<Migration, 'status' | 'migrationType' | 'processedCount' | 'targetCount' | 'startedAt'> &
  Purposed;

/** Shown for an ended migration without any counts. */
const nothings: Readonly<Record<Purpose, string>> = {
  copy: 'Nothing was copied',
  dryRun: 'Nothing was planned',
  undo: 'Nothing was undone',
  undoPreview: 'Nothing was planned',
};

/** `1,250 / 5,000`. */
export const progressText = ({ processedCount, targetCount }: Counted): string =>
  `${formatCount(processedCount)} / ${formatCount(targetCount)}`;

/** A note for a migration that has not counted anything; null once it has. */
export function progressNote(migration: Counted): string | null {
  const { status, migrationType, processedCount, targetCount, startedAt } = migration;
  if (processedCount > 0 || targetCount > 0) return null;
  const { many } = objectTypes[migrationType].noun;
  const purpose = purposeOf(migration);
  switch (status) {
    case 'queued':
      return 'Waits for its turn';
    case 'running':
      return `Counting the ${many}`;
    case 'completed':
      return isUndo(purpose) ? 'Nothing to undo' : `AccuLynx has no ${many}`;
    case 'failed':
    case 'cancelled':
      return startedAt ? nothings[purpose] : 'It did not start';
  }
}
