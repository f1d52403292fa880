/** What one reader of the event stream experienced. */
export interface StreamReport {
  /** How long each interruption took, in milliseconds: from the end of the stream until the next one said `connected`. */
  readonly gapsMs: readonly number[];
  /** Updates that came twice. */
  readonly doubled: number;
  /** Updates that never arrived and that no `resync` made up for. */
  readonly missed: number;
  /** How often the server requested another fetch. */
  readonly resyncs: number;
}

/** What a user who reads and writes experienced. */
export interface TrafficReport {
  readonly reads: number;
  readonly writes: number;
  /** Requests with a wrong answer, and writes that were missing afterwards. */
  readonly failures: readonly string[];
}

/** A process that was replaced. */
export interface ReplacedProcess {
  readonly name: string;
  /** From SIGTERM to its end. */
  readonly stopMs: number;
}

/** The results of a rolling upgrade under load. */
export interface RollingEvidence {
  readonly traffic: readonly TrafficReport[];
  readonly streams: readonly StreamReport[];
  readonly replaced: readonly ReplacedProcess[];
  /** How many processes there were to replace. */
  readonly processes: number;
  /** Consecutive migrations: how many records each created in HubSpot, and its problems, in words. */
  readonly migrations: readonly { readonly created: number; readonly violations: readonly string[] }[];
}

/** A stream must be back within this time. */
const maxGapMs = 3_000;
/** A process must have ended by then, or it would be killed. */
const maxStopMs = 15_000;

/** Every way in which an upgrade affected users, in words; none means that no user noticed it. */
export function rollingViolations(evidence: RollingEvidence): string[] {
  const { traffic, streams, replaced, processes, migrations } = evidence;
  return [
    ...traffic.flatMap(({ failures }) => failures),
    ...streams.flatMap(streamProblems),
    ...replaced
      .filter(({ stopMs }) => stopMs >= maxStopMs)
      .map(({ name, stopMs }) => `${name} did not end within ${seconds(stopMs)}`),
    ...migrations.flatMap(({ violations }) => violations),
    ...emptyEvidence(evidence),
    ...(replaced.length === processes
      ? []
      : [`${String(replaced.length)} of ${String(processes)} processes were replaced`]),
  ];
}

function streamProblems({ gapsMs, doubled, missed }: StreamReport): string[] {
  return [
    ...gapsMs.filter((ms) => ms > maxGapMs).map((ms) => `an event stream was back after ${seconds(ms)} only`),
    ...(doubled > 0 ? [`${String(doubled)} updates came twice`] : []),
    ...(missed > 0 ? [`${String(missed)} updates never came`] : []),
  ];
}

/** An upgrade during which nothing happened proves nothing. */
function emptyEvidence({ traffic, streams, migrations }: RollingEvidence): string[] {
  return [
    ...(traffic.every(({ reads, writes }) => reads > 0 && writes > 0) && traffic.length > 0
      ? []
      : ['a user neither read nor wrote']),
    ...(streams.some(({ gapsMs }) => gapsMs.length > 0) ? [] : ['no event stream was interrupted']),
    ...(migrations.some(({ created }) => created > 0) ? [] : ['nothing was migrated']),
  ];
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
