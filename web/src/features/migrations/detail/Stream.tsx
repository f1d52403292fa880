import type { Migration } from '@ridgeline/contracts';
import { formatCount, percentOf } from '../../../components/format.ts';
import { useSmoothNumber } from './use-smooth-number.ts';
import { phaseText } from './phase.ts';

interface StreamProps {
  readonly migration: Migration;
  /** Whether records are known to flow right now. */
  readonly moving: boolean;
}

/** What flows between the two systems: how far, and what is happening. */
export function Stream({ migration, moving }: StreamProps) {
  const { processedCount, targetCount, status, attempt } = migration;
  const processed = useSmoothNumber(processedCount);
  return (
    <div className="stream">
      <p className="stream-percent numbers">
        {percentOf(processed, targetCount)}
        <span>%</span>
      </p>
      <div className={`stream-line stream-line-${status} ${moving ? 'stream-line-moving' : ''}`} aria-hidden>
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className="stream-phase" aria-live="polite">
        {phaseText(migration)}
      </p>
      {status === 'running' && attempt > 1 ? (
        <p className="stream-note numbers">
          Resumed by another worker (attempt {formatCount(attempt)}). Nothing was lost or copied twice.
        </p>
      ) : null}
    </div>
  );
}
