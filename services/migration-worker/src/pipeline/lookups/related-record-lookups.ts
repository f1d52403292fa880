import { batchLimit } from '@ridgeline/hubspot';
import { chunk } from '../../base/collections.ts';
import type {
  CompanionRules,
  MappedRecord,
  ReadCompanions,
} from '../../object-migration/object-migration.ts';
import type { KindLookups } from './kind-lookups.ts';
import { knownIdentities, type IdentifiedGroup, type ReadyRecord } from './prepare-group.ts';
import { Sequencer } from '../concurrency-limit.ts';

/** A record that comes along, ready to be planned by the rules of its own kind. */
export type ReadyCompanion = ReadyRecord<MappedRecord, unknown>;

type NamedBy = ReadonlyMap<string, readonly string[]>;

/** What companions are found with. */
export interface CompanionParts<Mapped extends MappedRecord, Options> {
  readonly rules: Pick<CompanionRules<Mapped, Options>, 'idsOf'>;
  readonly lookups: KindLookups<unknown, MappedRecord, unknown, unknown>;
  readonly readByIds: ReadCompanions<unknown>;
  /** A moment of the orchestrator's database before anything was read; undefined while none is known. */
  readonly readAt: string | undefined;
  /** Whether those that are linked are taken to be in HubSpot. */
  readonly trustsLinks: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds what comes along with the records of a run: what they refer to, that no earlier batch of this run holds, and that
 * no earlier migration has linked to a record that is still in HubSpot.
 */
export class RelatedRecordLookups<Mapped extends MappedRecord, Options> {
  readonly #parts: CompanionParts<Mapped, Options>;
  readonly #order = new Sequencer();
  /** What some group of this run has asked for: it is copied before the records of that group, or was already. */
  readonly #asked = new Set<string>();

  constructor(parts: CompanionParts<Mapped, Options>) {
    this.#parts = parts;
  }

  /**
   * What comes along with a group; to be called in the order of the groups, also before their records are known: the first
   * group that names a companion takes it along, so that nothing is planned ahead of what it refers to.
   */
  async of(group: Promise<Pick<IdentifiedGroup<Mapped>, 'fresh'>>): Promise<readonly ReadyCompanion[]> {
    const namedBy = await this.#order.pass(async () => this.#take(await group));
    const ready: ReadyCompanion[] = [];
    for (const ids of chunk([...namedBy.keys()], batchLimit))
      ready.push(...(await this.#prepared(ids, namedBy)));
    return ready;
  }

  /** Looks them up again. */
  again(records: readonly ReadyCompanion[]): Promise<readonly ReadyCompanion[]> {
    return this.#parts.lookups.again(records);
  }

  /** What no earlier group has named, with the records of this one that name it. */
  #take({ fresh: group }: Pick<IdentifiedGroup<Mapped>, 'fresh'>): NamedBy {
    const { rules } = this.#parts;
    const namedBy = new Map<string, string[]>();
    for (const { record } of group)
      for (const id of rules.idsOf(record))
        if (!this.#asked.has(id)) namedBy.set(id, [...(namedBy.get(id) ?? []), record.sourceId]);
    for (const id of namedBy.keys()) this.#asked.add(id);
    return namedBy;
  }

  async #prepared(ids: readonly string[], namedBy: NamedBy): Promise<readonly ReadyCompanion[]> {
    const { lookups, readByIds, readAt, trustsLinks, signal } = this.#parts;
    const questions = ids.map((sourceId) => ({ sourceId, key: null }));
    const known = await knownIdentities(questions, (asked) => lookups.identities(asked));
    const unplanned = ids.map(known).filter(({ seenInBatch }) => seenInBatch === null);
    const linked = unplanned.flatMap(({ hubspotId }) => hubspotId ?? []);
    const present = trustsLinks ? new Set(linked) : await lookups.present(linked);
    const wanted = unplanned
      .filter(({ hubspotId }) => hubspotId === null || !present.has(hubspotId))
      .map(({ sourceId }) => sourceId);
    if (wanted.length === 0) return [];
    const found = await readByIds(wanted, signal, namedBy);
    // What AccuLynx does not have (any more) cannot come along.
    const sources = wanted.flatMap((id) => (found.has(id) ? [found.get(id)] : []));
    const group = sources.map((source) => ({ source, cursor: null, readAt }));
    return lookups.prepare(await lookups.identify(group));
  }
}
