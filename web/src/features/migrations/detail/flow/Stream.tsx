import { PauseCircleOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { percentOf } from '../../../../components/format.ts';
import { isPaused } from '../../phase-told.ts';
import { healthText, phaseText } from '../phase/phase.ts';

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
      {/* There is always a note while it runs, so that nothing below moves when another one takes its place. */}
      {status === 'running' ? <p className="stream-note numbers">{healthText(migration)}</p> : null}
    </div>
  );
}
