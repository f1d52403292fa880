import type { CrmRecord, Values } from './record.ts';
import type { ObjectType } from './object-types.ts';

/** The result of a merge: a record with an id of its own, or the primary one (simulators' setting `mergeMakes`). */
export type MergeOutcome = 'record' | 'primary';

export interface Writer {
  /** The number of the writing request in the log. */
  readonly request: number;
  readonly now: number;
}

/** The email addresses that a set of values claims: the primary one and the additional ones, in lower case. */
export function claimedEmails(values: Values): string[] {
  const additional = (values['hs_additional_emails'] ?? '').split(';');
  return [values['email'] ?? '', ...additional]
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '');
}

/** The maximum length of a record's history, which keeps its first write and the newest ones. */
const MAX_HISTORY = 1_000;

/** Drops cleared values: an empty string stands for no value. */
const withoutBlanks = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));

/** The records of one object type in one portal, with the indexes that keep emails and unique values unique. */
export class RecordStore {
  readonly type: ObjectType;
  readonly #uniqueNames: () => readonly string[];
  readonly #searchLagMs: () => number;
  readonly #records = new Map<string, CrmRecord>();
  readonly #byEmail = new Map<string, CrmRecord>();
  readonly #byUnique = new Map<string, CrmRecord>();
  /** The records into which others were merged, by the id of the merged one. */
  readonly #merged = new Map<string, string>();
  readonly #losers = new Map<string, readonly string[]>();
  readonly #firstId: number;
  #nextId: number;
  #live = 0;

  constructor(
    type: ObjectType,
    firstId: number,
    uniqueNames: () => readonly string[],
    searchLagMs: () => number,
  ) {
    this.type = type;
    this.#firstId = firstId;
    this.#nextId = firstId;
    this.#uniqueNames = uniqueNames;
    this.#searchLagMs = searchLagMs;
  }

  /** A record that is not archived. */
  get(id: string): CrmRecord | null {
    const record = this.#records.get(id);
    return record?.archived === false ? record : null;
  }

  /** Also finds archived records. */
  getAny(id: string): CrmRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The record into which the one with this id was merged, through any number of merges. */
  mergedInto(id: string): CrmRecord | null {
    const winner = this.#merged.get(id);
    return winner === undefined ? null : (this.get(winner) ?? this.mergedInto(winner));
  }

  /** Records that are not archived, in order of creation. */
  *all(): Generator<CrmRecord> {
    for (const record of this.#records.values()) if (!record.archived) yield record;
  }

  /** Records in order of creation from an id on: those that are archived, or those that are not. */
  *from(id: number, archived: boolean): Generator<CrmRecord> {
    for (let next = Math.max(id, this.#firstId); next < this.#nextId; next += 1) {
      const record = this.#records.get(String(next));
      if (record?.archived === archived) yield record;
    }
  }

  /** How many records are not archived. */
  get size(): number {
    return this.#live;
  }

  /** The record that has an email address, whether as its primary or as an additional one. */
  emailOwner(email: string): CrmRecord | null {
    return this.type.name === 'contacts' ? (this.#byEmail.get(email.toLowerCase()) ?? null) : null;
  }

  uniqueOwner(property: string, value: string): CrmRecord | null {
    return this.#byUnique.get(`${property}\n${value}`) ?? null;
  }

  create(values: Values, writer: Writer): CrmRecord {
    const kept = withoutBlanks(values);
    const record: CrmRecord = {
      id: String(this.#nextId),
      createdAt: writer.now,
      updatedAt: writer.now,
      values: kept,
      archived: false,
      indexedValues: null,
      history: [
        {
          action: 'created',
          at: new Date(writer.now).toISOString(),
          request: writer.request,
          changed: Object.keys(kept),
          values: kept,
        },
      ],
    };
    this.#nextId += 1;
    this.#live += 1;
    this.#records.set(record.id, record);
    this.#index(record);
    return record;
  }

  update(record: CrmRecord, values: Values, writer: Writer): CrmRecord {
    const next = withoutBlanks({ ...record.values, ...values });
    const changed = Object.keys(values).filter((name) => next[name] !== record.values[name]);
    this.#unindex(record);
    if (writer.now - record.updatedAt >= this.#searchLagMs()) record.indexedValues = record.values;
    record.values = next;
    record.updatedAt = writer.now;
    record.history.push({
      action: 'updated',
      at: new Date(writer.now).toISOString(),
      request: writer.request,
      changed,
      values: next,
    });
    if (record.history.length > MAX_HISTORY) record.history.splice(1, 1);
    this.#index(record);
    return record;
  }

  /** Undoes the values of a write, without a history entry: as if HubSpot had lost the write. */
  lose(record: CrmRecord, values: Values): void {
    this.#unindex(record);
    record.values = withoutBlanks({ ...record.values, ...values });
    this.#index(record);
  }

  archive(record: CrmRecord, writer: Writer): void {
    this.#unindex(record);
    this.#live -= 1;
    record.archived = true;
    record.updatedAt = writer.now;
    record.history.push({
      action: 'archived',
      at: new Date(writer.now).toISOString(),
      request: writer.request,
      changed: [],
      values: record.values,
    });
  }

  /** The ids of the records that were merged into one, directly or indirectly, oldest first. */
  mergedFrom(id: string): string[] {
    return (this.#losers.get(id) ?? []).flatMap((loser) => [...this.mergedFrom(loser), loser]);
  }

  /**
   * Merges a record into another one and returns the result. The primary record's values win, and those that it lacks are
   * taken from the other one, unique ones too; if both have a unique value, the primary record keeps its own, and the
   * other's becomes free. A new record replaces both, or the primary one stays.
   */
  merge(primary: CrmRecord, other: CrmRecord, outcome: MergeOutcome, writer: Writer): CrmRecord {
    if (primary === other) throw new RangeError('A record cannot be merged into itself');
    const emails = new Set([...claimedEmails(primary.values), ...claimedEmails(other.values)]);
    const additional = [...emails].filter((email) => email !== primary.values['email']).join(';');
    const values = {
      ...other.values,
      ...primary.values,
      ...(additional === '' ? {} : { hs_additional_emails: additional }),
    };
    this.archive(other, writer);
    const winner = outcome === 'primary' ? primary : this.#successor(primary, writer);
    this.update(winner, values, writer);
    const losers = [other.id, ...(winner === primary ? [] : [primary.id])];
    for (const id of losers) this.#merged.set(id, winner.id);
    this.#losers.set(winner.id, [...(this.#losers.get(winner.id) ?? []), ...losers]);
    return winner;
  }

  /** A new record with the values and the history of another one, which is archived. */
  #successor(record: CrmRecord, writer: Writer): CrmRecord {
    const past = [...record.history];
    this.archive(record, writer);
    const made = this.create(record.values, writer);
    made.history.splice(0, 1, ...past);
    return made;
  }

  /** The values that search sees now; null while the record is too new for the index. */
  searchable(record: CrmRecord, now: number): Values | null {
    return now - record.updatedAt >= this.#searchLagMs() ? record.values : record.indexedValues;
  }

  #index(record: CrmRecord): void {
    for (const key of this.#uniqueKeys(record)) this.#byUnique.set(key, record);
    if (this.type.name === 'contacts')
      for (const email of claimedEmails(record.values)) this.#byEmail.set(email, record);
  }

  #unindex(record: CrmRecord): void {
    for (const key of this.#uniqueKeys(record))
      if (this.#byUnique.get(key) === record) this.#byUnique.delete(key);
    for (const email of claimedEmails(record.values))
      if (this.#byEmail.get(email) === record) this.#byEmail.delete(email);
  }

  #uniqueKeys(record: CrmRecord): string[] {
    return this.#uniqueNames().flatMap((name) => {
      const value = record.values[name];
      return value === undefined ? [] : [`${name}\n${value}`];
    });
  }
}
