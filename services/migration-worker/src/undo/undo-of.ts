import type { ObjectMigration } from '../object-migration/object-migration.ts';
import type { FollowUpPass } from '../object-migration/write-rules.ts';
import type { DatabaseTime } from '../vendors/record-source.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';
import type { FollowedWrites } from './followed-writes.ts';
import { planUndo, type FoundNow } from './plan-undo.ts';
import { readTies } from './ties.ts';
import { undoPass } from './undo-passes.ts';
import { writtenSource, type WrittenSource } from './written-source.ts';

/** Dependencies of the undo of a migration. */
interface UndoOptions {
  readonly hubspot: HubspotAccess;
  readonly signal: AbortSignal;
}

/**
 * The undo of a migration, in the form of a migration: it reads what was written instead of AccuLynx, looks up HubSpot's
 * records by their ids, and plans the inverse. Once all of its own records are counted, other created items follow: first
 * associations, then related records. A related record therefore does not count as in use by a removed one.
 */
export function undoOf(
  object: ObjectMigration,
  { followed, databaseTime }: { readonly followed: FollowedWrites; readonly databaseTime: DatabaseTime },
): ObjectMigration<WrittenSource, WrittenSource, FoundNow, UndoOptions> {
  const { type, comparison, companions, followUpPasses = [] } = object;
  const associations = followUpPasses.flatMap(({ rules }) =>
    rules.type.hubspotObject === null ? rules.type.name : [],
  );
  const passes = [...followUpPasses.map(({ rules }) => rules), ...(companions ? [companions.object] : [])];
  return {
    type,
    openTarget: (hubspot) => object.openTarget(hubspot),
    ...(comparison ? { comparison } : {}),
    prepare: ({ hubspot, signal }) => Promise.resolve({ hubspot, signal }),
    source: (_acculynx, { hubspot, signal }) =>
      writtenSource({
        kind: type.name,
        followed,
        readTies: (ids) => readTies(hubspot, { object: type.hubspotObject, ids }, signal),
        databaseTime,
      }),
    map: (written) => written,
    keyOf: () => null,
    async findCounterparts(group, { read }) {
      const ids = group.flatMap(({ record }) => record.written.outcome.hubspotId ?? []);
      const found = await read.byId(ids);
      return Promise.all(
        group.map(async ({ record: { written, ties } }): Promise<FoundNow> => {
          const id = written.outcome.hubspotId ?? '';
          const current = found.get(id) ?? null;
          const tied = current && written.plan.action === 'create' ? await ties() : new Map<string, never>();
          return { current, ties: tied.get(id) ?? new Map<string, never>() };
        }),
      );
    },
    plan: ({ record, counterparts }) =>
      planUndo(record.written, counterparts, { type, form: comparison?.form }),
    followUpPasses: passes.map((rules): FollowUpPass<UndoOptions> =>
      undoPass(rules, { followed, own: type, associations }),
    ),
  };
}
