import { ClockCircleOutlined, HourglassOutlined, PauseCircleOutlined, SyncOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { isPaused, isWaiting } from '../../running-migrations.ts';
import { healthText, phaseText } from '../phase.ts';
import { QueueNote } from './QueueNote.tsx';
import './result.css';

/** What a migration does that has not ended, in the place that its verdict takes, so that nothing below moves then. */
export function RunState({ migration }: { readonly migration: Migration }) {
  const paused = isPaused(migration);
  const waiting = isWaiting(migration);
  const queued = migration.status === 'queued';
  const Icon = paused
    ? PauseCircleOutlined
    : waiting
      ? HourglassOutlined
      : queued
        ? ClockCircleOutlined
        : SyncOutlined;
  return (
    <section
      className={waiting ? 'verdict verdict-warning' : 'verdict verdict-neutral'}
      aria-labelledby="run-state"
    >
      <Icon aria-hidden />
      <div className="verdict-text">
        <h2 id="run-state" aria-live="polite">
          {phaseText(migration)}
        </h2>
        {queued && !paused ? (
          <QueueNote migration={migration} />
        ) : queued ? null : (
          <p className="numbers">{healthText(migration)}</p>
        )}
      </div>
    </section>
  );
}
