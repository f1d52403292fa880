import { maxPlanned, type SyncRound } from '@ridgeline/contracts/internal';
import { chunk } from '../base/collections.ts';
import { RunFailed, RunStopped } from '../base/run-errors.ts';
import { lastAuthors } from '../hubspot-io/written-by-us.ts';
import type { ListOrder } from '../base/list-order.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import {
  isBacklog,
  type AbsentRecord,
  type CreatedOnDays,
  type SyncRules,
} from '../object-migration/sync-rules.ts';
import { RunKinds, type ReportBatch } from '../pipeline/run-kinds.ts';
import { RunPipeline } from '../pipeline/run-pipeline.ts';
import { runVendors, type AcculynxAccess } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';
import { leaveChanged } from './leave-changed.ts';
import type { PreparationQuestion } from './prepared-kinds.ts';
import type { RecordsAhead } from './records-ahead.ts';
import type { RoundLease } from './round-lease.ts';
import { conflictsOfRounds, roundSource, startOfRound, type OpenBatches } from './round-pipeline.ts';
import type { SyncServices } from './sync-services.ts';

/** One round, and what it works with. */
export interface RoundContext {
  readonly round: SyncRound;
  readonly lease: RoundLease;
  readonly waits: WaitTracker;
  readonly open: OpenBatches;
  readonly earlierAreOver: Promise<boolean>;
  readonly lists: ListOrder;
  readonly ahead: RecordsAhead;
  readonly reportBatch: ReportBatch;
}

/**
 * Copies the records of a round: credentials ─> vendors ─> options ─> existing records noted ─> records read ─> pipeline.
 * Answers those that there is nothing to plan of. Rejects as a pipeline does, only after all work in flight has ended.
 */
export async function copyRound(
  services: SyncServices,
  context: RoundContext,
): Promise<readonly AbsentRecord[]> {
  const { round, lease, waits, open, earlierAreOver, lists, reportBatch } = context;
  const { object, rules } = syncedKind(services, round.migrationType);
  const fetch = () => services.secrets(round, lease.stopping);
  const secrets = await fetch();
  await services.announce(secrets);
  const vendors = runVendors(secrets, {
    vendors: services.openVendors({ guard: lease, waits }),
    fetch,
    waits,
    lease,
  });
  const question: PreparationQuestion = { syncId: lease.runId, object, round, secrets, vendors };
  let prepared = await services.prepared.of(question);
  if (!round.existingNoted) await noteExisting(services, context, { rules, acculynx: vendors.acculynx });

  const { acculynx } = vendors;
  const { options, reading } = prepared;
  const account = [round.connectionId, secrets.acculynxApiKey].join(' ');
  const read = (noteKept: (sourceId: string) => void) =>
    rules.read({ acculynx, round, options, kept: reading, account, lists, noteKept, signal: lease.stopping });
  const isMostlyKept = () => rules.lacking(round, reading) <= maxLacking * round.records.length;
  const { found, absent, created } = isMostlyKept()
    ? await read(ignored)
    : await reading.inTurn(() => (isMostlyKept() ? read(ignored) : readNoting(services, context, read)));
  if (created) await noteCreated(services, context, created);
  if (rules.isKnown?.(found, options) === false) prepared = await services.prepared.again(question);
  // A resumed round may have no records left, but still lack what follows them: associations, and emails that became free.
  if (found.length === 0 && !open.anyPlanned) return absent;

  const { hubspot } = prepared.vendors;
  const { comparison } = object;
  const pipeline = new RunPipeline({
    object,
    acculynx,
    hubspot,
    lease,
    waits,
    options: rules.planningOptions?.(prepared.options) ?? prepared.options,
    kinds: new RunKinds(object, (kind) => kind.openTarget(hubspot)),
    claim: startOfRound(round),
    source: roundSource(found, round),
    ledger: open.noting(services.orchestrator.ledgerOf(round.round)),
    conflicts: conflictsOfRounds,
    trustsLinks: true,
    mayFollowUp: async () => {
      if (!(await earlierAreOver)) throw new RunStopped('yield');
    },
    continues: true,
    review:
      comparison &&
      leaveChanged(round.records, {
        kind: object.type.name,
        form: comparison.form,
        authorsOf: lastAuthors(hubspot, lease.stopping, comparison.authorship),
      }),
    readCompanions: object.companions?.roundReader?.(acculynx, { account, knownAt: knownAtOf(round) }),
    reportBatch: open.closing(reportBatch),
  });
  await pipeline.run();
  return absent;
}

/** A round that lacks a larger share of its records waits its turn: the rounds before it may read them. */
const maxLacking = 0.1;

const ignored = (): void => undefined;

/**
 * Reads a round; in a backlog, other records in its list are available to rounds of their own before the list is complete.
 */
async function readNoting<Reading>(
  { orchestrator }: SyncServices,
  { round, lease, ahead }: RoundContext,
  read: (noteKept: (sourceId: string) => void) => Promise<Reading>,
): Promise<Reading> {
  if (!isBacklog(round)) return read(ignored);
  using list = ahead.begin(round, await orchestrator.findWaiting(lease, round.round, lease.stopping));
  return await read((sourceId) => {
    list.note(sourceId);
  });
}

function syncedKind(
  { objectOf }: SyncServices,
  migrationType: string,
): { readonly object: ObjectMigration; readonly rules: SyncRules } {
  const object = objectOf(migrationType);
  if (object?.sync) return { object, rules: object.sync };
  throw new RunFailed(`This version of Ridgeline does not sync ${migrationType}.`, { isOurs: true });
}

/** Reports to the orchestrator which records existed when auto-sync was switched on. */
async function noteExisting(
  { orchestrator }: SyncServices,
  { round, lease }: RoundContext,
  { rules, acculynx }: { readonly rules: SyncRules; readonly acculynx: AcculynxAccess },
): Promise<void> {
  const signal = lease.stopping;
  const note = (sourceIds: readonly string[], complete: boolean) =>
    orchestrator.noteExisting(lease, round.round, { sourceIds, complete }, signal);
  const ids: string[] = [];
  for await (const page of rules.existing?.({ acculynx, round, signal }) ?? []) ids.push(...page);
  const packs = packsOf(ids);
  for (const pack of packs.slice(0, -1)) await note(pack, false);
  await note(packs.at(-1) ?? [], true);
}

/** Reports to the orchestrator which records are new, before any of the others is left to migrations. */
async function noteCreated(
  { orchestrator }: SyncServices,
  { round, lease }: RoundContext,
  { sourceIds, from, until }: CreatedOnDays,
): Promise<void> {
  const packs = packsOf(sourceIds);
  const note = (pack: readonly string[], end: string | null) =>
    orchestrator.noteCreated(lease, round.round, { sourceIds: pack, from, until: end }, lease.stopping);
  for (const pack of packs.slice(0, -1)) await note(pack, null);
  await note(packs.at(-1) ?? [], until);
}

const packsOf = (ids: readonly string[]): string[][] => chunk(ids, maxPlanned);

const knownAtOf = ({ records }: Pick<SyncRound, 'records'>): ReadonlyMap<string, string> =>
  new Map(records.map(({ sourceId, knownAt }) => [sourceId, knownAt]));
