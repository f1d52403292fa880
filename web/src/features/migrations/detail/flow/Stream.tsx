import { PauseCircleOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { formatCount, percentOf } from '../../../../components/format.ts';
import { isPaused, phaseText } from '../phase/phase.ts';

interface StreamProps {
  readonly migration: Migration;
  /** Whether records are known to flow right now. */
  readonly moving: boolean;
}

/** What flows between the two systems: how far, and what is happening. */
export function Stream({ migration, moving }: StreamProps) {
  const { processedCount, targetCount, status } = migration;
  const paused = isPaused(migration);
  return (
    <div className="stream">
      <p className="stream-percent numbers">
        {percentOf(processedCount, targetCount)}
        <span>%</span>
      </p>
      <div
        className={`stream-line stream-line-${paused ? 'paused' : status} ${moving ? 'stream-line-moving' : ''}`}
        aria-hidden
      >
        <i />
        <i />
        <i />
        <i />
      </div>
      <p className={paused ? 'stream-phase stream-phase-paused' : 'stream-phase'} aria-live="polite">
        {paused ? <PauseCircleOutlined aria-hidden /> : null}
        {phaseText(migration)}
      </p>
      {status === 'running' ? <p className="stream-note numbers">{noteText(migration)}</p> : null}
    </div>
  );
}

/** There is always a note while it runs, so that nothing below moves when another one takes its place. */
function noteText(migration: Migration): string {
  if (isPaused(migration)) return 'Paused. It goes on by itself; nothing is lost.';
  const { attempt } = migration;
  return attempt > 1
    ? `Resumed by another worker (attempt ${formatCount(attempt)}). Nothing was lost or copied twice.`
    : 'It goes on when you close this page.';
}
