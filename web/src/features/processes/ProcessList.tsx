import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  SyncOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { MigrationProcess, ProcessHealth } from '@ridgeline/contracts';
import { Link } from 'react-router-dom';
import { StatusTag, type Tone } from '../../ui/controls/StatusTag.tsx';
import { formatAgo, formatCount, formatMoment } from '../../ui/text/format.ts';
import { OneLine } from '../../ui/text/OneLine.tsx';
import { useCompanyNames } from '../company-names/use-company-names.ts';
import { useUser } from '../session/session-context.ts';
import { countedTo, migrationOf, reasonOf, stateOf } from './process-display.ts';

interface Look {
  readonly tone: Tone;
  readonly icon: typeof SyncOutlined;
}

/** A process that ended normally is not marked as a success, because its migration may have failed. */
const looks: Readonly<Record<ReturnType<typeof stateOf>, Look>> = {
  Starting: { tone: 'waiting', icon: ClockCircleOutlined },
  Running: { tone: 'active', icon: SyncOutlined },
  Completed: { tone: 'neutral', icon: CheckCircleOutlined },
  Crashed: { tone: 'neutral', icon: CloseCircleOutlined },
  Unhealthy: { tone: 'error', icon: WarningOutlined },
};

interface ProcessListProps {
  readonly label: string;
  readonly processes: readonly MigrationProcess[];
  /** When the server looked at them. */
  readonly at: ProcessHealth['at'];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Processes, one per line: state, host, migration, last heartbeat and counts. */
export function ProcessList({ label, processes, at, now }: ProcessListProps) {
  const { companyId: own } = useUser();
  const names = useCompanyNames(processes.map(({ companyId }) => (companyId === own ? null : companyId)));
  return (
    <ul className="processes" aria-label={label}>
      {processes.map((one) => (
        <Process
          key={one.id}
          process={one}
          text={migrationOf(one, own, names)}
          until={countedTo(one, at, now)}
        />
      ))}
    </ul>
  );
}

interface ProcessProps {
  readonly process: MigrationProcess;
  /** The title of its migration. */
  readonly text: string;
  /** The time at which the age of its heartbeat or end is measured, in epoch milliseconds. */
  readonly until: number;
}

function Process({ process, text, until }: ProcessProps) {
  const { serverInstanceId, pid, lastHeartbeat, endedAt, heartbeatData } = process;
  const state = stateOf(process);
  const time = endedAt ?? lastHeartbeat;
  return (
    <li>
      <StatusTag {...looks[state]} text={state} reason={reasonOf(process)} />
      <Link to={`/migrations/${process.migrationId}`}>
        <OneLine text={text} />
      </Link>
      <span className="process-where">
        <OneLine text={`${serverInstanceId}, process ${pid}`} />
      </span>
      <span className="process-counts numbers">
        {formatCount(heartbeatData.processedCount)} / {formatCount(heartbeatData.targetCount)}
      </span>
      <time className="process-age numbers" dateTime={time} title={formatMoment(time)}>
        {endedAt ? 'Ended' : 'Heartbeat'} {formatAgo(time, until)}
      </time>
    </li>
  );
}
