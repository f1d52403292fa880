import type { ReadRecord } from '@ridgeline/acculynx';
import { recordReader } from '../hubspot-io/read-records.ts';
import type { MappedRecord } from '../object-migration/object-migration.ts';
import { gatherGroups } from './gather-groups.ts';
import { mapAhead } from './map-ahead.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { prepareGroup, type ReadyRecord } from './prepare-group.ts';

/** Groups whose look-ups are under way while batches of an earlier one are written. */
const groupsAhead = 3;

/** Looks the records of a run up by groups, some groups ahead of what is written. */
export class GroupLookUps<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly #parts: PipelineParts<Source, Mapped, Counterparts, Options>;
  readonly #onFault: (fault: unknown) => unknown;
  /** Whether no record in HubSpot carried an id of AccuLynx when the run began; null as long as it was not asked. */
  #noSourceIds: boolean | null = null;

  /** `onFault` hears of a failed look-up at once and answers what is to be thrown. */
  constructor(
    parts: PipelineParts<Source, Mapped, Counterparts, Options>,
    onFault: (fault: unknown) => unknown,
  ) {
    this.#parts = parts;
    this.#onFault = onFault;
  }

  /** Groups of records that are ready to be planned, in the order of the pages. */
  async *groups(
    pages: AsyncIterable<readonly ReadRecord<Source>[]>,
  ): AsyncGenerator<readonly ReadyRecord<Mapped, Counterparts>[]> {
    const { object, claim, lease, target, ledger } = this.#parts;
    const signal = lease.stopping;
    // What this run itself has written since is known by its plans.
    const noSourceIds = (this.#noSourceIds ??= claim.newPortal && !(await this.#anySourceId()));
    const lookUp = {
      resolveIdentities: (questions: Parameters<typeof ledger.resolveIdentities>[1]) =>
        ledger.resolveIdentities(lease, questions, signal),
      read: recordReader(target, object.type, signal),
      noSourceIds,
    };
    yield* mapAhead(gatherGroups(pages, claim.settings.batchSize), groupsAhead, (group) =>
      prepareGroup(object, group, lookUp).catch((error: unknown) => {
        // At once: until it is this group's turn, pages may be waited for that nobody needs any more.
        throw this.#onFault(error);
      }),
    );
  }

  /** What HubSpot does not search by is asked for one by one; that tells what is wrong. */
  async #anySourceId(): Promise<boolean> {
    const { target, lease } = this.#parts;
    const answer = await target.anySourceId(lease.stopping);
    return answer.outcome === 'ok' ? answer.value : true;
  }
}
