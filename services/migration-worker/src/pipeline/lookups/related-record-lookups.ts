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

/** A related record, ready to be planned by the rules of its own kind. */
export type ReadyCompanion = ReadyRecord<MappedRecord, unknown>;

type NamedBy = ReadonlyMap<string, readonly string[]>;

/** Dependencies of the look-up of related records. */
export interface CompanionParts<Mapped extends MappedRecord, Options> {
  readonly rules: Pick<CompanionRules<Mapped, Options>, 'idsOf'>;
  readonly lookups: KindLookups<unknown, MappedRecord, unknown, unknown>;
  readonly readByIds: ReadCompanions<unknown>;
  /** A database time of the orchestrator before anything was read; undefined if none is known. */
  readonly readAt: string | undefined;
  /** Whether linked records are assumed to be in HubSpot. */
  readonly trustsLinks: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds the related records of a run: those that its records refer to, that no earlier batch of this run contains, and that
 * no earlier migration has linked to a record still in HubSpot.
 */
export class RelatedRecordLookups<Mapped extends MappedRecord, Options> {
  readonly #parts: CompanionParts<Mapped, Options>;
  readonly #order = new Sequencer();
  /**
   * Related records that a group of this run has requested: they are copied before the group's own records, or were already.
   */
  readonly #asked = new Set<string>();

  constructor(parts: CompanionParts<Mapped, Options>) {
    this.#parts = parts;
  }

  /**
   * The related records of a group. To be called in the order of the groups, even before their records are known: the first
   * group that refers to a related record copies it, so that nothing is planned before what it refers to.
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

  /** Those that no earlier group has requested, with the records of this group that refer to them. */
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
    // A record that AccuLynx does not have (any more) cannot be copied.
    const sources = wanted.flatMap((id) => (found.has(id) ? [found.get(id)] : []));
    const group = sources.map((source) => ({ source, cursor: null, readAt }));
    return lookups.prepare(await lookups.identify(group));
  }
}
