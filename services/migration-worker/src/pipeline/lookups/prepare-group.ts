import type { UnreadableRecord } from '@ridgeline/acculynx';
import { capitalized, type RecordKind, type SkipCode } from '@ridgeline/contracts';
import type { IdentityQuestion, PlannedRecord, RecordIdentity } from '@ridgeline/contracts/internal';
import { RunFailed } from '../../base/run-errors.ts';
import { reasonOf } from '../../hubspot-io/failure-reason.ts';
import { shortName } from '../../hubspot-io/longest-text.ts';
import type {
  Identified,
  LookUp,
  MappedRecord,
  ObjectMigration,
  Prepared,
} from '../../object-migration/object-migration.ts';
import { GoneRecord, isUnread } from '../../vendors/record-source.ts';
import type { SourceRecord } from './gather-groups.ts';

/** A record whose plan is known without its kind's rules, because it is unreadable or absent. */
interface SettledRecord {
  readonly planned: PlannedRecord;
}

/** A record that is ready to be planned, or already settled. */
export type Plannable<Mapped, Counterparts> = Prepared<Mapped, Counterparts> | SettledRecord;

/** Facts about the source record in addition to its values. */
export interface ReadPlace extends Pick<SourceRecord<unknown>, 'cursor' | 'readAt'> {
  /** The digest of the source's state; absent if it has none. */
  readonly digest?: string | undefined;
}

/** Also contains where reading continues after it (null if it does not advance the reading), and when it was read. */
export type ReadyRecord<Mapped, Counterparts> = Plannable<Mapped, Counterparts> & ReadPlace;

/** A group, identified as far as the orchestrator knows its records. */
export interface IdentifiedGroup<Mapped> {
  /** Unreadable and absent records. */
  readonly settled: readonly (SettledRecord & ReadPlace)[];
  readonly fresh: readonly (Identified<Mapped> & ReadPlace)[];
}

type ResolveIdentities = (questions: readonly IdentityQuestion[]) => Promise<readonly RecordIdentity[]>;

/** The rules of a kind, and their inputs in this run. */
export interface KindInUse<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
}

/**
 * Maps a group of source records and looks up what the orchestrator knows of them. Records of earlier batches of the
 * migration are left out: they were counted, and were only read again.
 */
export async function identifyGroup<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options }: KindInUse<Source, Mapped, Counterparts, Options>,
  group: readonly SourceRecord<Source>[],
  resolveIdentities: ResolveIdentities,
): Promise<IdentifiedGroup<Mapped>> {
  const unread = group.flatMap(({ source, readAt }) => (isUnread(source) ? [{ source, readAt }] : []));
  const mapped = group.flatMap(({ source, ...read }) =>
    isUnread(source)
      ? []
      : { record: object.map(source, options), digest: object.sync?.stateOf(source)?.digest, ...read },
  );
  const questions = [
    ...unread.map(({ source }) => ({ sourceId: source.id, key: null })),
    ...mapped.map(({ record }) => ({ sourceId: record.sourceId, key: object.keyOf(record) })),
  ];
  const identities = await knownIdentities(questions, resolveIdentities);
  const settled = unread
    .filter(({ source }) => identities(source.id).seenInBatch === null)
    .map(({ source, readAt }) => ({ planned: planUnread(source, object.type), cursor: null, readAt }));
  const fresh = mapped.flatMap(({ record, ...read }) => {
    const identity = identities(record.sourceId);
    return identity.seenInBatch === null ? [{ record, identity, ...read }] : [];
  });
  return { settled, fresh };
}

/**
 * Looks up a group's counterparts in HubSpot, and prepares HubSpot for it. Unreadable and absent records come first, and do
 * not advance the reading, because the records around them are not planned yet.
 */
export async function prepareGroup<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options }: KindInUse<Source, Mapped, Counterparts, Options>,
  { settled, fresh }: IdentifiedGroup<Mapped>,
  { signal, ...lookUp }: LookUp & { readonly signal: AbortSignal },
): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
  const [prepared] = await Promise.all([
    withCounterparts(fresh, (records) => object.findCounterparts(records, lookUp, options)),
    object.makeReady?.(
      fresh.map(({ record }) => record),
      options,
      signal,
    ),
  ]);
  return [...settled, ...prepared];
}

/** Looks up prepared records again, because another run has written some of them since. */
export async function prepareAgain<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options }: KindInUse<Source, Mapped, Counterparts, Options>,
  group: readonly ReadyRecord<Mapped, Counterparts>[],
  { resolveIdentities, ...lookUp }: LookUp & { readonly resolveIdentities: ResolveIdentities },
): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
  const settled = group.filter((one) => 'planned' in one);
  const open = group.flatMap((one) => ('planned' in one ? [] : [one]));
  const questions = open.map(({ record }) => ({ sourceId: record.sourceId, key: object.keyOf(record) }));
  const identities = await knownIdentities(questions, resolveIdentities);
  const known = open.map((one) => ({ ...one, identity: identities(one.record.sourceId) }));
  const prepared = await withCounterparts(known, (records) =>
    object.findCounterparts(records, lookUp, options),
  );
  return [...settled, ...prepared];
}

async function withCounterparts<One, Counterparts>(
  records: readonly One[],
  find: (records: readonly One[]) => Promise<readonly Counterparts[]>,
): Promise<readonly (One & { readonly counterparts: Counterparts })[]> {
  const counterparts = await find(records);
  return records.map((record, index) => {
    const found = counterparts[index];
    if (found === undefined) throw new Error('A record was looked up and has no answer');
    return { ...record, counterparts: found };
  });
}

/** What the orchestrator knows of each of these records, by source id. */
export async function knownIdentities(
  questions: readonly IdentityQuestion[],
  resolveIdentities: ResolveIdentities,
): Promise<(sourceId: string) => RecordIdentity> {
  const answers = await resolveIdentities(questions);
  const identities = new Map(answers.map((identity) => [identity.sourceId, identity]));
  return (sourceId) => {
    const identity = identities.get(sourceId);
    if (!identity)
      throw new RunFailed('The orchestrator did not tell the identity of every record.', { isOurs: true });
    return identity;
  };
}

const gone: SkipCode = 'gone_from_acculynx';

/**
 * An unreadable record fails, whatever its kind: the next migration reads it again. A record that AccuLynx no longer has is
 * skipped.
 */
function planUnread(source: UnreadableRecord | GoneRecord, type: RecordKind): PlannedRecord {
  const { id: sourceId, name: called } = source;
  const name = called === null ? `${capitalized(type.noun.one)} ${sourceId}` : shortName(called);
  const about = { sourceId, name, warnings: [] };
  if (source instanceof GoneRecord)
    return {
      ...about,
      action: 'skip',
      reason: gone,
      message: 'AccuLynx does not have it any more; nothing was written',
    };
  const { reason, message } = reasonOf('unreadable', type);
  const failed = { ...about, action: 'fail', reason } as const;
  const { field } = source;
  return field === '' ? { ...failed, message } : { ...failed, message: `${message} (${field})`, field };
}
