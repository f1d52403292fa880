import { PauseCircleOutlined } from '@ant-design/icons';
import { objectTypes, type Migration } from '@ridgeline/contracts';
import { memo, type ReactNode } from 'react';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { formatCount, percentOf } from '../../../../ui/text/format.ts';
import { useLiveState, useSamples } from '../../../live/live-context.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { OutcomeBar } from '../../ProgressCell.tsx';
import { isFinishing, isPaused, isWaiting } from '../../running-migrations.ts';
import { isMoving } from '../pace/rate.ts';
import { healthText, phaseText } from '../phase.ts';
import { OutcomeLegend, ProgressFigures } from './OutcomeLegend.tsx';
import { useCountsNow, useSmoothCounts, type SmoothCounts } from './use-smooth-counts.ts';
import './flow.css';

/** The show-piece: source and target with the stream between them, and how far it is. */
export function FlowPanel({ migration }: { readonly migration: Migration }) {
  const live = useLiveState();
  const running = migration.status === 'running';
  const stale = running && live.kind !== 'live' && live.kind !== 'connecting';
  const now = useNow(1000, running);
  const samples = useSamples(migration.id);
  const still = isPaused(migration) || isWaiting(migration) || isFinishing(migration);
  const flowing = !still && isMoving(samples, now);
  const hasStarted = migration.startedAt !== null;
  // All numbers of the panel move together, so that they never contradict one another.
  const counts = useSmoothCounts(migration);
  const { targetCount, connectionName, hubSpotPortalId } = migration;
  const { noun, hubspotNoun } = objectTypes[migration.migrationType];
  return (
    <Panel title="Progress">
      <div className={stale ? 'flow stale' : 'flow'}>
        <div className="flow-sides">
          <Side
            system="acculynx"
            name="AccuLynx"
            detail={connectionName}
            label={sourceLabel(migration, noun.many)}
          >
            {targetCount > 0 || (isFinal(migration) && hasStarted) ? formatCount(targetCount) : '–'}
          </Side>
          <Stream migration={migration} counts={counts} moving={running && !stale && flowing} />
          <Side
            system="hubspot"
            name="HubSpot"
            detail={hubSpotPortalId ? `Portal ${hubSpotPortalId}` : 'Portal unknown'}
            label={`${hubspotNoun.many} up to date`}
          >
            <SuccessCount counts={counts} />
          </Side>
        </div>
        <MovingFigures counts={counts} />
      </div>
    </Panel>
  );
}

interface MovingProps {
  readonly counts: SmoothCounts;
}

const SuccessCount = memo(function SuccessCount({ counts }: MovingProps) {
  return formatCount(useCountsNow(counts).successCount);
});

const MovingFigures = memo(function MovingFigures({ counts }: MovingProps) {
  const now = useCountsNow(counts);
  return (
    <>
      <ProgressFigures counts={now} />
      <div>
        <OutcomeBar counts={now} size="large" />
        <OutcomeLegend counts={now} />
      </div>
    </>
  );
});

/** What AccuLynx counted is still to be copied, or was; of a run that stopped it is only what was counted. */
function sourceLabel({ status, startedAt, reconciliation }: Migration, things: string): string {
  if (status === 'cancelled' && startedAt === null) return `${things}, not counted`;
  if (status === 'completed' || reconciliation === null) return `${things} to copy`;
  const { source } = reconciliation;
  return `${things} counted, ${source === 0 ? 'none' : formatCount(source)} read`;
}

interface SideProps {
  readonly system: 'acculynx' | 'hubspot';
  readonly name: string;
  readonly detail: string;
  readonly label: string;
  /** The count, or a dash while it is not known. */
  readonly children: ReactNode;
}

function Side({ system, name, detail, label, children }: SideProps) {
  return (
    <div className={`flow-side flow-side-${system}`}>
      <p className="flow-side-name">{name}</p>
      <p className="flow-side-detail" title={detail}>
        {detail}
      </p>
      <p className="flow-side-count numbers">{children}</p>
      <p className="flow-side-label">{label}</p>
    </div>
  );
}

interface StreamProps {
  readonly migration: Migration;
  readonly counts: SmoothCounts;
  /** Whether records are known to flow right now. */
  readonly moving: boolean;
}

/** What flows between the two systems: how far, and what is happening. */
function Stream({ migration, counts, moving }: StreamProps) {
  const { status } = migration;
  const paused = isPaused(migration) || isWaiting(migration);
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
