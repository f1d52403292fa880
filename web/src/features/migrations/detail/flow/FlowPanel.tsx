import type { Migration } from '@ridgeline/contracts';
import { memo, type ReactNode } from 'react';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { useNow } from '../../../../ui/text/Ago.tsx';
import { formatCount, percentOf } from '../../../../ui/text/format.ts';
import { useLiveState, useSamples } from '../../../live/live-context.ts';
import { purposeOf, type Purpose } from '../../../summary/purpose.ts';
import { isFinal } from '../../../live/migration-cache.ts';
import { OutcomeBar } from '../../ProgressCell.tsx';
import { isFinishing, isPaused, isWaiting } from '../../running-migrations.ts';
import { isMoving } from '../pace/rate.ts';
import { flowSides, type FlowSide } from './flow-sides.ts';
import { phaseText } from '../phase.ts';
import { OutcomeLegend, ProgressFigures } from './OutcomeLegend.tsx';
import { useCountsNow, useSmoothCounts, type SmoothCounts } from './use-smooth-counts.ts';
import './flow.css';

interface FlowProps {
  readonly migration: Migration;
}

/** The progress of the migration. */
export const FlowPanel = ({ migration }: FlowProps) => (
  <Panel title="Progress">
    <Flow migration={migration} />
  </Panel>
);

/** The show-piece: source and target with the stream between them. */
export function Flow({ migration }: FlowProps) {
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
  const { targetCount } = migration;
  const { source, target } = flowSides(migration);
  return (
    <div className={stale ? 'flow stale' : 'flow'}>
      <div className="flow-sides">
        <Side {...source}>
          {targetCount > 0 || (isFinal(migration) && hasStarted) ? formatCount(targetCount) : '–'}
        </Side>
        <Stream migration={migration} counts={counts} moving={running && !stale && flowing} />
        <Side {...target}>
          <SuccessCount counts={counts} />
        </Side>
      </div>
      <MovingFigures counts={counts} purpose={purposeOf(migration)} />
    </div>
  );
}

interface MovingProps {
  readonly counts: SmoothCounts;
}

const SuccessCount = memo(function SuccessCount({ counts }: MovingProps) {
  return formatCount(useCountsNow(counts).successCount);
});

interface MovingFiguresProps extends MovingProps {
  readonly purpose: Purpose;
}

const MovingFigures = memo(function MovingFigures({ counts, purpose }: MovingFiguresProps) {
  const now = useCountsNow(counts);
  return (
    <>
      <ProgressFigures counts={now} purpose={purpose} />
      <div>
        <OutcomeBar counts={now} size="large" />
        <OutcomeLegend counts={now} purpose={purpose} />
      </div>
    </>
  );
});

interface SideProps extends FlowSide {
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

/** The stream between the two systems: its progress and how it ended. */
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
      {isFinal(migration) ? <p className="stream-phase">{phaseText(migration)}</p> : null}
    </div>
  );
}

const Percent = memo(function Percent({ counts }: Pick<StreamProps, 'counts'>) {
  const { processedCount, targetCount } = useCountsNow(counts);
  return percentOf(processedCount, targetCount);
});
