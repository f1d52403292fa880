import { UnreadableRecord } from '@ridgeline/acculynx';
import { capitalized, type RecordKind } from '@ridgeline/contracts';
import type { Cursor, IdentityQuestion, PlannedRecord, RecordIdentity } from '@ridgeline/contracts/internal';
import { RunFailed } from '../../base/run-errors.ts';
import { reasonOf } from '../../hubspot-io/failure-reason.ts';
import { shortName } from '../../hubspot-io/longest-text.ts';
import type {
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

/** With where reading goes on behind it; null when it does not move the reading. */
export type ReadyRecord<Mapped, Counterparts> = Plannable<Mapped, Counterparts> & {
  readonly cursor: Cursor | null;
};

/** How a group of records of one kind is prepared. */
export interface Preparation extends LookUp {
  readonly resolveIdentities: (questions: readonly IdentityQuestion[]) => Promise<readonly RecordIdentity[]>;
  readonly signal: AbortSignal;
}

/** The rules of a kind, and what they work with in this run. */
export interface KindInUse<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly object: ObjectMigration<Source, Mapped, Counterparts, Options>;
  readonly options: Options;
}

/**
 * Maps a group of source records, looks up what is known of them, here and in HubSpot, and makes HubSpot ready for them.
 * Records that an earlier batch of the migration holds are left out: they were counted, and were only read again. Those
 * that cannot be read come first, and do not move the reading: what they stood between is not planned yet.
 */
export async function prepareGroup<Source, Mapped extends MappedRecord, Counterparts, Options>(
  { object, options }: KindInUse<Source, Mapped, Counterparts, Options>,
  group: readonly SourceRecord<Source>[],
  { resolveIdentities, signal, ...lookUp }: Preparation,
): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
  const unreadable = group.flatMap(({ source }) => (source instanceof UnreadableRecord ? source : []));
  const mapped = group.flatMap(({ source, cursor }) =>
    source instanceof UnreadableRecord ? [] : { record: object.map(source, options), cursor },
  );
  const questions = [
    ...unreadable.map(({ id }) => ({ sourceId: id, key: null })),
    ...mapped.map(({ record }) => ({ sourceId: record.sourceId, key: object.keyOf(record) })),
  ];
  const identities = await knownIdentities(questions, resolveIdentities);
  const settled = unreadable
    .filter(({ id }) => identities(id).seenInBatch === null)
    .map((record) => ({ planned: planUnreadable(record, object.type), cursor: null }));
  const fresh = mapped.flatMap(({ record, cursor }) => {
    const identity = identities(record.sourceId);
    return identity.seenInBatch === null ? [{ record, identity, cursor }] : [];
  });
  const [counterparts] = await Promise.all([
    object.findCounterparts(fresh, lookUp, options),
    object.makeReady?.(
      fresh.map(({ record }) => record),
      options,
      signal,
    ),
  ]);
  const prepared = fresh.map((record, index) => {
    const found = counterparts[index];
    if (found === undefined) throw new Error('A record was looked up and has no answer');
    return { ...record, counterparts: found };
  });
  return [...settled, ...prepared];
}

/** What the orchestrator knows of each of these records, by source id. */
export async function knownIdentities(
  questions: readonly IdentityQuestion[],
  resolveIdentities: Preparation['resolveIdentities'],
): Promise<(sourceId: string) => RecordIdentity> {
  const answers = await resolveIdentities(questions);
  const identities = new Map(answers.map((identity) => [identity.sourceId, identity]));
  return (sourceId) => {
    const identity = identities.get(sourceId);
    if (!identity) throw new RunFailed('The orchestrator did not tell the identity of every record.');
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
