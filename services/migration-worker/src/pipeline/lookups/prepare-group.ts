import { UnreadableRecord } from '@ridgeline/acculynx';
import { capitalized, type RecordKind } from '@ridgeline/contracts';
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
import type { SourceRecord } from './gather-groups.ts';

/** A record that is planned before its kind's rules are asked, because it could not be read. */
interface SettledRecord {
  readonly planned: PlannedRecord;
}

/** A record that is ready to be planned, or settled. */
export type Plannable<Mapped, Counterparts> = Prepared<Mapped, Counterparts> | SettledRecord;

/** What its source says of a record besides its values. */
export interface ReadPlace extends Pick<SourceRecord<unknown>, 'cursor' | 'readAt'> {
  /** The digest of the source's state; absent where it has none. */
  readonly digest?: string | undefined;
}

/** With where reading goes on behind it, null when it does not move the reading, and when it was read. */
export type ReadyRecord<Mapped, Counterparts> = Plannable<Mapped, Counterparts> & ReadPlace;

/** A group as far as the orchestrator knows its records. */
export interface IdentifiedGroup<Mapped> {
  /** Those that cannot be read. */
  readonly settled: readonly (SettledRecord & ReadPlace)[];
  readonly fresh: readonly (Identified<Mapped> & ReadPlace)[];
}

type ResolveIdentities = (questions: readonly IdentityQuestion[]) => Promise<readonly RecordIdentity[]>;

/** The rules of a kind, and what they work with in this run. */
export interface KindInUse<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
}

/**
 * Maps a group of source records and looks up what is known of them here. Records that an earlier batch of the migration holds
 * are left out: they were counted, and were only read again.
 */
export async function identifyGroup<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options }: KindInUse<Source, Mapped, Counterparts, Options>,
  group: readonly SourceRecord<Source>[],
  resolveIdentities: ResolveIdentities,
): Promise<IdentifiedGroup<Mapped>> {
  const unreadable = group.flatMap(({ source, readAt }) =>
    source instanceof UnreadableRecord ? [{ source, readAt }] : [],
  );
  const mapped = group.flatMap(({ source, ...read }) =>
    source instanceof UnreadableRecord
      ? []
      : { record: object.map(source, options), digest: object.sync?.stateOf(source)?.digest, ...read },
  );
  const questions = [
    ...unreadable.map(({ source }) => ({ sourceId: source.id, key: null })),
    ...mapped.map(({ record }) => ({ sourceId: record.sourceId, key: object.keyOf(record) })),
  ];
  const identities = await knownIdentities(questions, resolveIdentities);
  const settled = unreadable
    .filter(({ source }) => identities(source.id).seenInBatch === null)
    .map(({ source, readAt }) => ({ planned: planUnreadable(source, object.type), cursor: null, readAt }));
  const fresh = mapped.flatMap(({ record, ...read }) => {
    const identity = identities(record.sourceId);
    return identity.seenInBatch === null ? [{ record, identity, ...read }] : [];
  });
  return { settled, fresh };
}

/**
 * Looks up what HubSpot has of a group, and makes HubSpot ready for it. Records that cannot be read come first, and do not move
 * the reading: what they stood between is not planned yet.
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

/** Looks records up again that were prepared before: another run has written some of them since. */
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

/** A record that cannot be read fails, whatever its kind; the next migration reads it again. */
function planUnreadable(
  { id: sourceId, name: called, field }: UnreadableRecord,
  type: RecordKind,
): PlannedRecord {
  const { reason, message } = reasonOf('unreadable', type);
  const name = called === null ? `${capitalized(type.noun.one)} ${sourceId}` : shortName(called);
  const about = { sourceId, name, warnings: [], action: 'fail', reason } as const;
  return field === '' ? { ...about, message } : { ...about, message: `${message} (${field})`, field };
}
