import { PauseCircleOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { percentOf } from '../../../../ui/text/format.ts';
import { isPaused } from '../../phase-told.ts';
import { healthText, phaseText } from '../phase/phase.ts';
import { useCountsNow, type SmoothCounts } from './use-smooth-counts.ts';

interface StreamProps {
  readonly migration: Migration;
  readonly counts: SmoothCounts;
  /** Whether records are known to flow right now. */
  readonly moving: boolean;
}

/** What flows between the two systems: how far, and what is happening. */
export function Stream({ migration, counts, moving }: StreamProps) {
  const { status } = migration;
  const paused = isPaused(migration);
  return (
    <div className="stream">
      <p className="stream-percent numbers">
        <Percent counts={counts} />
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
      {/* There is always a note while it runs, so that nothing below moves when another one takes its place. */}
      {status === 'running' ? <p className="stream-note numbers">{healthText(migration)}</p> : null}
    </div>
  );
}

const Percent = memo(function Percent({ counts }: Pick<StreamProps, 'counts'>) {
  const { processedCount, targetCount } = useCountsNow(counts);
  return percentOf(processedCount, targetCount);
});
