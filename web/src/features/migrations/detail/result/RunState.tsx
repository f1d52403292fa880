import { ClockCircleOutlined, HourglassOutlined, PauseCircleOutlined, SyncOutlined } from '@ant-design/icons';
import type { Migration } from '@ridgeline/contracts';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { isPaused, isWaiting } from '../../running-migrations.ts';
import { useScrollToPanel } from '../../../../ui/page/use-scroll-to-panel.ts';
import { resultPanelId } from '../panel-ids.ts';
import { healthText, phaseText } from '../phase.ts';
import { useRunActions } from '../use-run-actions.tsx';
import { QueueNote } from './QueueNote.tsx';
import './result.css';

/** What an unfinished migration is doing. It takes the place of the later result, so that nothing below moves at the end. */
export function RunState({ migration }: { readonly migration: Migration }) {
  const now = useNow(60_000);
  const { buttons, failures } = useRunActions(migration, 'state');
  useScrollToPanel(resultPanelId, true);
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
      id={resultPanelId}
      tabIndex={-1}
      aria-labelledby="run-state"
    >
      <Icon aria-hidden />
      <div className="verdict-text">
        <div className="verdict-title">
          <h2 id="run-state" aria-live="polite">
            {phaseText(migration)}
          </h2>
          <HelpLink to="stopped" />
        </div>
        {queued && !paused ? (
          <QueueNote migration={migration} />
        ) : queued ? null : waiting ? (
          <WaitNote migration={migration} />
        ) : (
          <p className="numbers">{healthText(migration, now)}</p>
        )}
      </div>
      <div className="verdict-actions">{buttons}</div>
      {failures}
    </section>
  );
}

/** What a wait means, and until when it lasts. */
function WaitNote({ migration }: { readonly migration: Migration }) {
  const now = useNow(1_000);
  return <p className="numbers">{healthText(migration, now)}</p>;
}
