import type { Cursor } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type {
  LookUp,
  MappedRecord,
  ObjectMigration,
  Prepared,
} from '../object-migration/object-migration.ts';
import type { IdentityQuestion } from '../orchestrator/orchestrator.ts';
import type { RecordIdentity } from '../plans/batch-plan.ts';
import type { SourceRecord } from './gather-groups.ts';

/** A record that is ready to be planned, and where reading goes on behind it. */
export interface ReadyRecord<Mapped, Counterparts> extends Prepared<Mapped, Counterparts> {
  readonly cursor: Cursor;
}

/**
 * Maps a group of source records and looks up what is known of them, here and in HubSpot. Records that an earlier batch
 * of the migration holds are left out: they were counted, and were only read again.
 */
export async function prepareGroup<Source, Mapped extends MappedRecord, Counterparts, Options>(
  object: ObjectMigration<Source, Mapped, Counterparts, Options>,
  group: readonly SourceRecord<Source>[],
  {
    resolveIdentities,
    ...lookUp
  }: LookUp & {
    readonly resolveIdentities: (
      questions: readonly IdentityQuestion[],
    ) => Promise<readonly RecordIdentity[]>;
  },
): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
  const mapped = group.map(({ source, cursor }) => ({ record: object.map(source), cursor }));
  const questions = mapped.map(({ record }) => ({ sourceId: record.sourceId, key: object.keyOf(record) }));
  const answers = await resolveIdentities(questions);
  const identities = new Map(answers.map((identity) => [identity.sourceId, identity]));
  const fresh = mapped.flatMap(({ record, cursor }) => {
    const identity = identities.get(record.sourceId);
    if (!identity) throw new RunFailed('The orchestrator did not tell the identity of every record.');
    return identity.seenInBatch === null ? [{ record, identity, cursor }] : [];
  });
  const counterparts = await object.findCounterparts(fresh, lookUp);
  return fresh.flatMap((record, index) => {
    const found = counterparts[index];
    if (found === undefined) throw new Error('A record was looked up and has no answer');
    return [{ ...record, counterparts: found }];
  });
}
