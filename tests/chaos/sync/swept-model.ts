import type { SweepFinding, SweepStatus, SyncedRecord } from '@ridgeline/contracts';
import type { SourceDelivery, SourceMoment } from '@ridgeline/testkit';
import { keyOf, type Inequality } from './unequal-records.ts';

/** A company's changes, the events that reported them, and what sweeps found. */
export interface SweptEvidence {
  /** Records that still differed before the last pass over all, after everything received had been copied. */
  readonly unequal: ReadonlyMap<string, Inequality>;
  /**
   * Those of them that may be copied with a job's round before a sweep reaches them; the sweep then finds a change of the
   * job.
   */
  readonly mayBeBrought: ReadonlySet<string>;
  /**
   * Records for which it cannot be determined what was copied: contacts that people merged, and those that they were merged
   * into, which get values from them.
   */
  readonly unseen: ReadonlySet<string>;
  /** Each change, whether or not an event reported it. */
  readonly moments: readonly SourceMoment[];
  readonly deliveries: readonly SourceDelivery[];
  /** After this, nothing changed, and nothing was due except what the last pass found. */
  readonly quietAt: string;
  /** When the held events were sent: longer after the last pass than an event takes to arrive. */
  readonly releasedAt: string;
  /** The findings right after the last pass, and at the end, an hour later. */
  readonly found: readonly SweepFinding[];
  readonly decided: readonly SweepFinding[];
  readonly status: Pick<SweepStatus, 'missed' | 'late' | 'early'>;
  /** What auto-sync copied. */
  readonly feed: readonly SyncedRecord[];
  /** The periods in which no received event could reach the list, in chronological order. */
  readonly cuts: readonly Cut[];
}

/** In ms since the epoch. */
export interface Cut {
  readonly from: number;
  readonly until: number;
}

/** An event received within this time after a finding counts as already on its way. */
const onItsWayMs = 30_000;
/** The time that servers and processes may take to notice, store and log something. */
const toleranceMs = 2_000;
/**
 * An event may take up to this long from its receipt to the list, not counting cuts. For events of a record that are
 * passed on together, the product knows the time of the last one.
 */
const packMs = 15_000;

/**
 * When one event was received. AccuLynx only knows that it was between the first try and the accepted one: the answer to an
 * earlier try may have been lost. `isCertain`: a try was accepted.
 */
interface Receipt {
  readonly from: number;
  readonly until: number;
  readonly isCertain: boolean;
}

/** A record's changes and receipts, in chronological order. */
interface History {
  readonly changes: readonly number[];
  readonly receipts: readonly Receipt[];
}

/** Every difference between the findings and what was planted, in words. It shares no code with the sweeps. */
export function sweptProblems(evidence: SweptEvidence): string[] {
  const histories = historiesOf(evidence);
  return [
    ...untoldProblems(evidence, histories),
    ...findingProblems(evidence, histories),
    ...feedProblems(evidence, histories),
    ...statusProblems(evidence),
  ];
}

function historiesOf({ moments, deliveries }: SweptEvidence): (key: string) => History {
  const changes = Map.groupBy(moments, ({ kind, id }) => keyOf(kind, id));
  const receipts = Map.groupBy(deliveries, ({ topicName, recordId }) =>
    keyOf(topicName.startsWith('contact') ? 'contact' : 'job', recordId),
  );
  return (key) => ({
    changes: (changes.get(key) ?? []).map(({ at }) => Date.parse(at)),
    receipts: (receipts.get(key) ?? []).flatMap(({ tries }) => {
      const [first] = tries;
      if (!first) return [];
      const accepted = tries.find(({ outcome }) => typeof outcome === 'number' && outcome < 300);
      const last = accepted ?? tries.at(-1) ?? first;
      return [
        { from: Date.parse(first.sentAt), until: Date.parse(last.at), isCertain: accepted !== undefined },
      ];
    }),
  });
}

/** Whether an event was received between two moments. */
const isTold = (receipts: readonly Receipt[], after: number, before: number): boolean =>
  receipts.some(({ from, until, isCertain }) => isCertain && from > after && until < before);

/**
 * No event may have reported a record that differed, and the last pass must have found it, unless it was copied with
 * another record first, or was read again because a value or record that it waited for had become available.
 */
function untoldProblems(
  { unequal, mayBeBrought, quietAt, found, feed }: SweptEvidence,
  historyOf: (key: string) => History,
): string[] {
  const open = new Set(
    found.filter(({ verdict }) => verdict === 'open').map(({ kind, sourceId }) => keyOf(kind, sourceId)),
  );
  const woken = new Set(
    feed
      .filter(
        ({ origin, copiedAt }) => origin === 'freed_value' && Date.parse(copiedAt) > Date.parse(quietAt),
      )
      .map(({ kind, sourceId }) => keyOf(kind, sourceId)),
  );
  return [...unequal].flatMap(([key, inequality]) => {
    const { changes, receipts } = historyOf(key);
    const last = changes.at(-1);
    if (last === undefined) return [`${key} was ${inequality} in HubSpot though it never changed`];
    if (isTold(receipts, last, Date.parse(quietAt)))
      return [`${key} was ${inequality} in HubSpot though an event came after its last change`];
    return open.has(key) || mayBeBrought.has(key) || woken.has(key)
      ? []
      : [`${key} was ${inequality} in HubSpot, no event told of it, and the last pass did not find it`];
  });
}

function findingProblems(evidence: SweptEvidence, historyOf: (key: string) => History): string[] {
  const { unequal, unseen, quietAt, found, decided } = evidence;
  const verdicts = new Map(decided.map(({ id, verdict }) => [id, verdict]));
  const known = new Set(found.map(({ id }) => id));
  return [
    ...decided
      .filter(({ id }) => !known.has(id))
      .map(({ kind, sourceId }) => `${keyOf(kind, sourceId)} was found after the last pass`),
    ...found.flatMap((finding) => {
      const key = keyOf(finding.kind, finding.sourceId);
      const isFalse = Date.parse(finding.foundAt) >= Date.parse(quietAt) && !unequal.has(key);
      return [
        ...(isFalse && !unseen.has(key) ? [`${key} was found though it was equal`] : []),
        ...verdictProblems(evidence, finding, verdicts.get(finding.id) ?? 'taken back', historyOf(key)),
      ];
    }),
  ];
}

/**
 * A finding is about a change of which no event was received before. It is late if an event was received more than half a
 * minute after it, and missed if none was. If one was received sooner, the finding must have been withdrawn.
 */
function verdictProblems(
  { quietAt, releasedAt }: SweptEvidence,
  { kind, sourceId, foundAt }: SweepFinding,
  verdict: string,
  { changes, receipts }: History,
): string[] {
  const [key, at] = [keyOf(kind, sourceId), Date.parse(foundAt)];
  const change = changes.findLast((each) => each <= at);
  if (change === undefined) return [`${key} was found at ${foundAt} though it never changed before`];
  if (isTold(receipts, change, Math.min(at, Date.parse(quietAt))))
    return [`${key} was found at ${foundAt} though an event had told of it`];
  const isHeld = receipts.some(({ from }) => from >= Date.parse(releasedAt));
  const isLate = isHeld || receipts.some(({ until }) => until >= at + onItsWayMs - toleranceMs);
  const isSoon = isTold(receipts, at, Math.min(at + onItsWayMs - packMs, Date.parse(releasedAt)));
  const isMissed = !receipts.some(({ from, isCertain }) => isCertain && from > at);
  const isRight = !isSoon && ((verdict === 'late' && isLate) || (verdict === 'missed' && isMissed));
  return isRight ? [] : [`${key}, found at ${foundAt}, is ${verdict}`];
}

/**
 * A record that a sweep made due must be a finding if no event about it came before or within half a minute. An event just
 * before the sweep may have withdrawn the finding: it may not have been on the list yet, and another change may have
 * followed after the page was read.
 */
function feedProblems(
  { feed, found, unseen, cuts }: SweptEvidence,
  historyOf: (key: string) => History,
): string[] {
  const known = new Set(found.map(({ kind, sourceId }) => keyOf(kind, sourceId)));
  return feed.flatMap(({ kind, sourceId, origin, knownAt }) => {
    const key = keyOf(kind, sourceId);
    if (origin !== 'sweep' || known.has(key) || unseen.has(key)) return [];
    const { changes, receipts } = historyOf(key);
    const at = Date.parse(knownAt);
    const change = changes.findLast((each) => each <= at);
    const isReported = receipts.some(
      ({ from, until }) =>
        until > Math.min(change ?? Infinity, onListUntil(at, cuts)) && from < at + onItsWayMs + toleranceMs,
    );
    return isReported
      ? []
      : [`${key} was copied because of a sweep at ${knownAt} and is not among the findings`];
  });
}

/** The moment up to which all received events are on the list. */
function onListUntil(moment: number, cuts: readonly Cut[]): number {
  let until = moment - packMs;
  for (const cut of cuts.toReversed())
    if (cut.until > until) until -= Math.max(0, Math.min(cut.until, moment) - cut.from);
  return until;
}

function statusProblems({ status, decided }: SweptEvidence): string[] {
  return (['missed', 'late', 'early'] as const).flatMap((verdict) => {
    const count = decided.filter((finding) => finding.verdict === verdict).length;
    return count === status[verdict]
      ? []
      : [`the status says ${String(status[verdict])} ${verdict}, the list ${String(count)}`];
  });
}
