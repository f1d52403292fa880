import { PauseCircleOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { memo } from 'react';
import { percentDone } from '../../percent-done.ts';
import { isPaused } from '../../phase-told.ts';
import { useCountsNow, type SmoothCounts } from './use-smooth-counts.ts';
import { healthText, phaseText } from '../phase/phase.ts';

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
        <Percent counts={counts} status={status} />
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

interface PercentProps extends Pick<StreamProps, 'counts'> {
  readonly status: Migration['status'];
}

const Percent = memo(function Percent({ counts, status }: PercentProps) {
  return percentDone(useCountsNow(counts), status);
});
