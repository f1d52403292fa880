import type { ConnectionSecrets, SyncRound } from '@ridgeline/contracts/internal';
import type { Locks } from '@ridgeline/redis';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { LastingVendors } from '../vendors/lasting-vendors.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';

/** What a kind uses in a connection: its options, and the vendors with which they were prepared. */
export interface PreparedKind {
  readonly vendors: LastingVendors;
  readonly options: unknown;
  readonly reading: KindReading;
}

/** The reading of a kind's records in a connection; data for later rounds is kept with it. */
export class KindReading {
  #last: Promise<unknown> = Promise.resolve();

  /** Serializes the rounds' reads: what one round keeps, the next one need not read. */
  async inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(read);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** What options are prepared for. */
export interface PreparationQuestion {
  readonly syncId: number;
  readonly object: ObjectMigration;
  readonly round: Pick<SyncRound, 'connectionId' | 'migrationType' | 'options'>;
  readonly secrets: ConnectionSecrets;
  /** The vendors of the round. */
  readonly vendors: RunVendors;
}

interface Entry extends PreparedKind {
  readonly preparedAt: number;
  /** What the options depend on: the chosen settings, and the credentials. */
  readonly basis: string;
}

/** How long options are reused: users occasionally change pipelines and properties in HubSpot. */
const maxAgeMs = 5 * 60_000;
/** Incomplete options are not prepared again more often than this. */
const minAgeMs = 30_000;
/** For how many connections options are kept. */
const maxKept = 200;

const neverAborted = new AbortController().signal;

/**
 * The options of connections, prepared once for the rounds of several minutes, because preparing costs calls to both vendors.
 * Data read for later rounds is kept as long as the credentials and the settings stay the same.
 */
export class PreparedKinds {
  readonly #locks: Locks;
  readonly #now: () => number;
  readonly #kept = new Map<string, Entry>();

  constructor(locks: Locks, now: () => number = () => performance.now()) {
    this.#locks = locks;
    this.#now = now;
  }

  /** The options for a round. Throws like the kind's `prepare`. */
  async of(question: PreparationQuestion): Promise<PreparedKind> {
    const kept = this.#kept.get(keyOf(question));
    if (kept?.basis !== basisOf(question) || this.#ageOf(kept) > maxAgeMs) return this.#prepare(question);
    kept.vendors.use(question.vendors);
    return kept;
  }

  /** Prepares the options again because the kept ones are incomplete; returns the same ones if they are recent. */
  async again(question: PreparationQuestion): Promise<PreparedKind> {
    const kept = this.#kept.get(keyOf(question));
    return kept && this.#ageOf(kept) < minAgeMs ? kept : this.#prepare(question);
  }

  /** Forgets a connection's options, because a vendor did not accept the credentials they were prepared with. */
  forget(question: Pick<PreparationQuestion, 'syncId' | 'round'>): void {
    this.#kept.delete(keyOf(question));
  }

  async #prepare(question: PreparationQuestion): Promise<PreparedKind> {
    const { object, round, secrets } = question;
    const vendors = new LastingVendors(question.vendors);
    const { acculynx, hubspot } = vendors;
    const options = await object.prepare({
      acculynx,
      hubspot,
      settings: { options: round.options, dryRun: false },
      deals: secrets.deals,
      locks: this.#locks,
      // The calls end with the current round.
      signal: neverAborted,
      // Entries for a migration's log; a sync has none.
      note: () => undefined,
    });
    const basis = basisOf(question);
    const former = this.#kept.get(keyOf(question));
    const reading = former?.basis === basis ? former.reading : new KindReading();
    const entry = { vendors, options, reading, preparedAt: this.#now(), basis };
    this.#kept.delete(keyOf(question));
    this.#kept.set(keyOf(question), entry);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= maxKept) break;
      this.#kept.delete(oldest);
    }
    return entry;
  }

  #ageOf({ preparedAt }: Entry): number {
    return this.#now() - preparedAt;
  }
}

const keyOf = ({ syncId, round }: Pick<PreparationQuestion, 'syncId' | 'round'>): string =>
  [syncId, round.connectionId, round.migrationType].join(' ');

const basisOf = ({ round, secrets }: PreparationQuestion): string =>
  JSON.stringify([round.options, secrets.deals, secrets.acculynxApiKey, secrets.hubspotPat]);
