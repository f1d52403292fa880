import type { Migration } from '@ridgeline/contracts';
import type { TargetRecord } from '@ridgeline/testkit';

/** What the simulators hold and saw, by which a company's migration is judged. */
export interface Evidence {
  readonly migration: Migration;
  /** AccuLynx' contacts before the run. */
  readonly before: readonly string[];
  /** AccuLynx' contacts after the run. */
  readonly after: readonly string[];
  /** Contacts that came to AccuLynx or went while it ran. */
  readonly inserted: readonly string[];
  readonly deleted: readonly string[];
  readonly target: readonly TargetRecord[];
  /** Whether AccuLynx' list held still while the run looked at it for the last time. */
  readonly heldStillAtEnd: boolean;
  /** Whether another attempt than the first one would be a fault: no worker was touched. */
  readonly oneAttemptOnly: boolean;
}

/** Everything in which its end is not true to what the simulators hold, in words; none means that it is. */
export function violations(evidence: Evidence): string[] {
  return [
    ...accountProblems(evidence),
    ...recordProblems(evidence),
    ...(evidence.oneAttemptOnly && evidence.migration.attempt > 1
      ? [`a worker that was well was taken for lost: attempt ${String(evidence.migration.attempt)}`]
      : []),
  ];
}

/** The bans of a run, which are the fault of all its companies together. */
export function banProblems(bansAtSource: number): string[] {
  return bansAtSource > 0 ? [`AccuLynx shut the address out ${String(bansAtSource)} times`] : [];
}

const sourceIdOf = ({ properties }: TargetRecord): string => properties['acculynx_contact_id'] ?? '';

function accountProblems({ migration, after, target, heldStillAtEnd }: Evidence): string[] {
  const { status, failureMessage, reconciliation, processedCount, successCount, errorCount, skipCount } =
    migration;
  const written = target.filter((record) => sourceIdOf(record) !== '').length;
  const problems = [
    processedCount !== successCount + errorCount + skipCount && 'the counts do not add up',
    successCount !== written &&
      `${String(successCount)} are counted as successful, ${String(written)} are in HubSpot`,
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

function recordProblems({ migration, before, after, inserted, deleted, target }: Evidence): string[] {
  const bySource = Map.groupBy(target, sourceIdOf);
  const ever = new Set([...before, ...inserted]);
  const gone = new Set(deleted);
  const missing = after.filter((id) => before.includes(id) && !gone.has(id) && !bySource.has(id));
  const accounted = migration.skipCount + migration.errorCount;
  const emails = target.flatMap(({ properties }) => properties['email']?.toLowerCase() ?? []);
  return [
    ...(migration.status === 'completed' && missing.length > accounted
      ? [`${String(missing.length)} contacts are lost, for example ${missing[0] ?? ''}`]
      : []),
    ...[...bySource].flatMap(([id, records]) => {
      if (id === '') return [];
      if (!ever.has(id)) return [`${id} was never in AccuLynx`];
      if (records.length > 1) return [`${id} is ${String(records.length)} times in HubSpot`];
      return records[0]?.created === 1 ? [] : [`${id} was created ${String(records[0]?.created)} times`];
    }),
    ...(new Set(emails).size === emails.length ? [] : ['an e-mail is twice in HubSpot']),
  ];
}
