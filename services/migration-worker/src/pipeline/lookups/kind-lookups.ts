import type { Claim, IdentityQuestion, RecordIdentity } from '@ridgeline/contracts/internal';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { recordReader, type RecordReader } from '../../hubspot-io/read-records.ts';
import type { Lease } from '../../lease/lease.ts';
import type { MappedRecord } from '../../object-migration/object-migration.ts';
import type { RecordLedger } from '../../orchestrator/record-ledger.ts';
import type { SourceRecord } from './gather-groups.ts';
import {
  identifyGroup,
  prepareAgain,
  prepareGroup,
  type IdentifiedGroup,
  type KindInUse,
  type ReadyRecord,
} from './prepare-group.ts';

/** What the look-ups of all kinds in a run share. */
export interface LookupParts {
  readonly claim: Pick<Claim, 'newPortal'>;
  readonly lease: Lease;
  readonly ledger: Pick<RecordLedger, 'resolveIdentities'>;
}

/** Looks up records of one kind. */
export class KindLookups<Source, Mapped extends MappedRecord, Counterparts, Options> {
  readonly #parts: LookupParts;
  readonly #kind: KindInUse<Source, Mapped, Counterparts, Options>;
  readonly #target: HubspotTarget;
  readonly #read: RecordReader;
  /** Whether no record in HubSpot carried an AccuLynx id when the run began; asked only once. */
  #noSourceIds: Promise<boolean> | null = null;

  constructor(
    parts: LookupParts,
    kind: KindInUse<Source, Mapped, Counterparts, Options>,
    target: HubspotTarget,
  ) {
    this.#parts = parts;
    this.#kind = kind;
    this.#target = target;
    this.#read = recordReader(target, kind.object.type, parts.lease.stopping);
  }

  /** What the orchestrator knows of records of this kind. */
  identities(questions: readonly IdentityQuestion[]): Promise<readonly RecordIdentity[]> {
    const { lease, ledger } = this.#parts;
    return ledger.resolveIdentities(lease, this.#kind.object.type.name, questions, lease.stopping);
  }

  /** The HubSpot ids among these that belong to a record of this kind: a linked one may have been deleted or merged since. */
  async present(hubspotIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.#read.byId(hubspotIds);
    return new Set(hubspotIds.filter((id) => found.get(id)?.id === id));
  }

  /** Up to a hundred records, with what the orchestrator knows of them. */
  identify(group: readonly SourceRecord<Source>[]): Promise<IdentifiedGroup<Mapped>> {
    return identifyGroup(this.#kind, group, (questions) => this.identities(questions));
  }

  /** The same records, ready to be planned. */
  async prepare(group: IdentifiedGroup<Mapped>): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
    // The run's own writes since then are known from its plans.
    this.#noSourceIds ??= this.#carriesNoSourceIds();
    return prepareGroup(this.#kind, group, {
      read: this.#read,
      noSourceIds: await this.#noSourceIds,
      signal: this.#parts.lease.stopping,
    });
  }

  /** Looks up records again that were prepared before. */
  again(
    records: readonly ReadyRecord<Mapped, Counterparts>[],
  ): Promise<readonly ReadyRecord<Mapped, Counterparts>[]> {
    return prepareAgain(this.#kind, records, {
      resolveIdentities: (questions) => this.identities(questions),
      read: this.#read,
      noSourceIds: false,
    });
  }

  /** If HubSpot rejects the search, records are looked up by source id, which shows what is wrong. */
  async #carriesNoSourceIds(): Promise<boolean> {
    const { claim, lease } = this.#parts;
    if (!claim.newPortal) return false;
    const answer = await this.#target.anySourceId(lease.stopping);
    return answer.outcome === 'ok' && !answer.value;
  }
}
