import type { MappedRecord } from '../../object-migration/object-migration.ts';
import { RelatedRecordLookups, type ReadyCompanion } from './related-record-lookups.ts';
import { gatherGroups } from './gather-groups.ts';
import { KindLookups } from './kind-lookups.ts';
import { mapAhead } from '../../base/map-ahead.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import type { KindInUse, ReadyRecord } from './prepare-group.ts';
import type { ReadPages } from '../../vendors/record-source.ts';

/** How many groups are looked up ahead while batches of an earlier group are written. */
const groupsAhead = 3;

/** Records that are ready to be planned, and related records that are copied before them. */
export interface ReadyGroup<Mapped, Counterparts> {
  readonly companions: readonly ReadyCompanion[];
  readonly records: readonly ReadyRecord<Mapped, Counterparts>[];
}

/** Looks up the records of a run in groups, some groups ahead of the writes. */
export class GroupLookups<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly #batchSize: number;
  readonly #records: KindLookups<Source, Mapped, Counterparts, Options>;
  /** The kind of related records, if there are any. */
  readonly companionKind: KindInUse<unknown, MappedRecord, unknown, unknown> | null = null;
  readonly #companions: RelatedRecordLookups<Mapped, Options> | null = null;
  readonly #onFault: (fault: unknown) => unknown;

  /** `onFault` is called immediately when a look-up fails, and returns the error to throw. */
  constructor(
    parts: PipelineParts<Source, Mapped, Counterparts, Options>,
    onFault: (fault: unknown) => unknown,
  ) {
    const { object, options, kinds, acculynx, lease } = parts;
    this.#batchSize = parts.claim.settings.batchSize;
    this.#records = new KindLookups(parts, { object, options }, kinds.targetOf(object.type.name));
    const { companions } = object;
    if (companions) {
      const kind = { object: companions.object, options: companions.optionsOf(options) };
      this.companionKind = kind;
      this.#companions = new RelatedRecordLookups({
        rules: companions,
        lookups: new KindLookups(parts, kind, kinds.targetOf(kind.object.type.name)),
        readByIds: parts.readCompanions ?? companions.reader(acculynx),
        // Whatever is read later, even from memory, is at least as new.
        readAt: acculynx.databaseTime?.(),
        trustsLinks: parts.trustsLinks ?? false,
        signal: lease.stopping,
      });
    }
    this.#onFault = onFault;
  }

  /** Looks records of the run's own kind up again. */
  again(
    records: readonly ReadyRecord<Mapped, Counterparts>[],
  ): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
    return this.#records.again(records);
  }

  /** Looks up related records again. */
  companionsAgain(records: readonly ReadyCompanion[]): Promise<readonly ReadyCompanion[]> {
    return this.#companions?.again(records) ?? Promise.resolve(records);
  }

  /** Groups in the order of the pages. */
  groups(pages: ReadPages<Source>): AsyncGenerator<ReadyGroup<Mapped, Counterparts>> {
    return mapAhead(gatherGroups(pages, this.#batchSize), groupsAhead, async (group) => {
      try {
        const identified = this.#records.identify(group);
        const [records, companions] = await Promise.all([
          identified.then((known) => this.#records.prepare(known)),
          this.#companions?.of(identified) ?? [],
        ]);
        return { records, companions };
      } catch (error) {
        // Immediately: until it is this group's turn, pages may be awaited that are no longer needed.
        throw this.#onFault(error);
      }
    });
  }
}
