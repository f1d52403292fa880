import type { RecordChange } from '../seed/record-changes.ts';

/** One write to an AccuLynx record, by any user, with or without a subscriber. */
export interface ChangeMoment {
  readonly kind: 'contact' | 'job';
  readonly id: string;
  readonly at: string;
}

/** When each record of each company was created and changed, oldest first. */
export class ChangeMoments {
  readonly #moments = new Map<string, ChangeMoment[]>();

  note(companyId: string, change: RecordChange, now: number): void {
    const kind = change.kind === 'contact' ? 'contact' : 'job';
    const { id } = change.kind === 'job file' ? change.job : change.after;
    const moments = this.#moments.get(companyId) ?? [];
    moments.push({ kind, id, at: new Date(now).toISOString() });
    this.#moments.set(companyId, moments);
  }

  list(companyId: string): readonly ChangeMoment[] {
    return this.#moments.get(companyId) ?? [];
  }

  clear(): void {
    this.#moments.clear();
  }
}
