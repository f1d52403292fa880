import type { Migration } from '@ridgeline/contracts';
import { percentOf } from '../../ui/text/format.ts';
import { outcomesOf, type OutcomeCounts } from './outcomes.ts';
import './outcome-bar.css';

interface OutcomeBarProps {
  readonly counts: OutcomeCounts & Pick<Migration, 'processedCount' | 'targetCount'>;
  readonly size?: 'small' | 'large';
}

/** How much of a migration is done, coloured by what became of the records. */
export function OutcomeBar({ counts, size = 'small' }: OutcomeBarProps) {
  const { processedCount, targetCount } = counts;
  // When more came than was announced, the bar is full and its parts keep their proportions.
  const whole = Math.max(targetCount, processedCount);
  return (
    <div
      className={`outcome-bar outcome-bar-${size}`}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percentOf(processedCount, targetCount)}
    >
      {outcomesOf(counts).map(({ name, count }) => (
        <span
          key={name}
          className={`outcome-${name}`}
          style={{ width: whole === 0 ? 0 : `${(count / whole) * 100}%` }}
        />
      ))}
    </div>
  );
}
