import type { Migration } from '@ridgeline/contracts';
import type { TargetRecord } from '@ridgeline/testkit';

/** What the simulators hold and saw, against which a company's migration is checked. */
export interface Evidence {
  readonly migration: Migration;
  /** The HubSpot property that holds the id of the source record. */
  readonly sourceIdProperty: string;
  /** AccuLynx' records of the migrated kind before the run. */
  readonly before: readonly string[];
  /** The same after the run. */
  readonly after: readonly string[];
  /** Ids that HubSpot may hold from before the run, even if AccuLynx no longer has them. */
  readonly inHubspotBefore: readonly string[];
  /** Records that were added to or removed from AccuLynx during the run. */
  readonly inserted: readonly string[];
  readonly deleted: readonly string[];
  /** HubSpot's records of the migrated kind. */
  readonly target: readonly TargetRecord[];
  /** Whether AccuLynx' list was unchanged while the run read it for the last time. */
  readonly heldStillAtEnd: boolean;
  /** Whether any attempt after the first is a fault, because no worker was disturbed. */
  readonly oneAttemptOnly: boolean;
}

/** Every difference between its result and what the simulators hold, in words; none means that it is correct. */
export function violations(evidence: Evidence): string[] {
  return [
    ...accountProblems(evidence),
    ...recordProblems(evidence),
    ...(evidence.oneAttemptOnly && evidence.migration.attempt > 1
      ? [`a healthy worker was considered lost: attempt ${String(evidence.migration.attempt)}`]
      : []),
  ];
}

/** A run's bans, which all its companies cause together. */
export function banProblems(bansAtSource: number): string[] {
  return bansAtSource > 0 ? [`AccuLynx shut the address out ${String(bansAtSource)} times`] : [];
}

/** Source records that HubSpot has twice or that were created twice, and emails that two records share. */
export function doubledRecords(target: readonly TargetRecord[], sourceIdProperty: string): string[] {
  const emails = target.flatMap(({ properties }) => properties['email']?.toLowerCase() ?? []);
  return [
    ...[...bySource(target, sourceIdProperty)].flatMap(([id, [first, ...others]]) => {
      if (id === '') return [];
      if (others.length > 0) return [`${id} is ${String(others.length + 1)} times in HubSpot`];
      return first?.created === 1 ? [] : [`${id} was created ${String(first?.created)} times`];
    }),
    ...(new Set(emails).size === emails.length ? [] : ['an email is twice in HubSpot']),
  ];
}

const bySource = (target: readonly TargetRecord[], property: string) =>
  Map.groupBy(target, ({ properties }) => properties[property] ?? '');

/**
 * How many of AccuLynx' records are in HubSpot, and how many of them the run must have counted as successful. Records that
 * were there before need not be counted if the run was cancelled, if the record left AccuLynx during the run, or if the run
 * followed a plan from which the record differs by now.
 */
function writtenBy({
  migration,
  sourceIdProperty,
  before,
  inserted,
  deleted,
  inHubspotBefore,
  target,
}: Evidence) {
  const ids = new Set(target.map(({ properties }) => properties[sourceIdProperty] ?? ''));
  const written = [...new Set([...before, ...inserted])].filter((id) => ids.has(id));
  const [early, gone] = [new Set(inHubspotBefore), new Set(deleted)];
  const isOptional = (id: string) => early.has(id) && (migration.status === 'cancelled' || gone.has(id));
  const due = written.filter((id) => !isOptional(id));
  const leftAsPlanned = migration.follows?.as === 'plan' ? migration.skipCount : 0;
  return {
    most: written.length,
    least: due.length - Math.min(leftAsPlanned, due.filter((id) => early.has(id)).length),
  };
}

function accountProblems(evidence: Evidence): string[] {
  const { migration, after, heldStillAtEnd } = evidence;
  const { status, failureMessage, reconciliation, processedCount, successCount, errorCount, skipCount } =
    migration;
  const written = writtenBy(evidence);
  const problems = [
    processedCount !== successCount + errorCount + skipCount && 'the counts do not add up',
    (successCount > written.most || successCount < written.least) &&
      `${String(successCount)} are counted as successful, ${String(written.most)} are in HubSpot`,
  ];
  if (status === 'completed')
    problems.push(
      reconciliation?.difference !== 0 && `the difference is ${String(reconciliation?.difference)}`,
      reconciliation?.source !== processedCount &&
        'the account has another number of source records than the counts',
      heldStillAtEnd &&
        reconciliation?.countedBySource !== after.length &&
        `AccuLynx holds ${String(after.length)}, the account says ${String(reconciliation?.countedBySource)}`,
    );
  else if (status !== 'cancelled') problems.push(`it is ${status}: ${failureMessage ?? 'without a reason'}`);
  return problems.filter((problem) => typeof problem === 'string');
}

function recordProblems({
  migration,
  sourceIdProperty,
  before,
  after,
  inserted,
  deleted,
  inHubspotBefore,
  target,
}: Evidence): string[] {
  const arrived = bySource(target, sourceIdProperty);
  const [early, gone] = [new Set(before), new Set(deleted)];
  const ever = new Set([...before, ...inserted, ...inHubspotBefore]);
  const missing = after.filter((id) => early.has(id) && !gone.has(id) && !arrived.has(id));
  const accounted = migration.skipCount + migration.errorCount;
  return [
    ...(migration.status === 'completed' && missing.length > accounted
      ? [`${String(missing.length)} ${migration.migrationType} are lost, for example ${missing[0] ?? ''}`]
      : []),
    ...[...arrived.keys()]
      .filter((id) => id !== '' && !ever.has(id))
      .map((id) => `${id} was never in AccuLynx`),
    ...doubledRecords(target, sourceIdProperty),
  ];
}
