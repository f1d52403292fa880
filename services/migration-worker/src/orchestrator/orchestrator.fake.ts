import type { BatchPlan, Claim, RecordIdentity } from '@ridgeline/contracts/internal';
import { RunStopped } from '../run/run-stop.ts';
import type { HeldRun, IdentityQuestion, OpenEmails, Orchestrator, Renewal } from './orchestrator.ts';
import { FakeWithheldEmails, type FakeOutcome } from './withheld-emails.fake.ts';

/** An orchestrator in memory: what it was told, and what it answers. */
export class FakeOrchestrator implements Orchestrator {
  /** Every plan in the order of its storing. */
  readonly stored: BatchPlan[] = [];
  readonly links = new Map<string, string>();
  readonly released: HeldRun[] = [];
  readonly renewals: { freeSlots: number; runs: readonly HeldRun[] }[] = [];
  /** Granted claims by migration; each is granted once. */
  readonly claims = new Map<number, Claim>();
  offers: Renewal['offers'] = [];
  migrationsOpen = true;
  state: Renewal['runs'][number]['state'] = 'held';
  /** When set, the orchestrator does not answer. */
  unreachable = false;
  /** When set, plans and identities are refused with it. */
  stopped: 'lost' | 'cancelled' | null = null;
  beforeStore: (plan: BatchPlan) => Promise<void> = () => Promise.resolve();
  readonly #emails = new Map<string, string>();
  readonly #batchOf = new Map<string, number>();
  readonly #withheld = new FakeWithheldEmails(this.#emails);

  claim(migrationId: number): Promise<Claim | null> {
    this.#answering();
    const claim = this.claims.get(migrationId) ?? null;
    this.claims.delete(migrationId);
    return Promise.resolve(claim);
  }

  renew(freeSlots: number, runs: readonly HeldRun[]): Promise<Renewal> {
    if (this.unreachable) return Promise.reject(new Error('unreachable'));
    this.renewals.push({ freeSlots, runs: [...runs] });
    const { state, offers, migrationsOpen } = this;
    this.offers = [];
    const states = runs.map(({ migrationId }) => ({ migrationId, state }));
    return Promise.resolve({ runs: states, offers, migrationsOpen });
  }

  release(run: HeldRun): Promise<void> {
    this.released.push(run);
    return Promise.resolve();
  }

  resolveIdentities(
    _run: HeldRun,
    batch: number,
    records: readonly IdentityQuestion[],
  ): Promise<readonly RecordIdentity[]> {
    this.#answering();
    return Promise.resolve(
      records.map(({ sourceId, email }) => {
        const owner = email === null ? null : (this.#emails.get(email) ?? sourceId);
        if (email !== null && owner !== null) this.#emails.set(email, owner);
        const earlier = this.#batchOf.get(sourceId) ?? null;
        return {
          sourceId,
          hubspotId: this.links.get(sourceId) ?? null,
          emailTakenBy: owner === sourceId ? null : owner,
          seenInBatch: earlier !== null && earlier < batch ? earlier : null,
        };
      }),
    );
  }

  async storePlan(_run: HeldRun, plan: BatchPlan): Promise<void> {
    await this.beforeStore(plan);
    this.#answering();
    this.stored.push(plan);
    this.#withheld.planned(plan);
    if (plan.emailsOnly) return;
    for (const { sourceId } of plan.records) this.#batchOf.set(sourceId, plan.batch);
  }

  openEmails(): Promise<OpenEmails> {
    this.#answering();
    return Promise.resolve({ settled: this.#withheld.settled, emails: this.#withheld.open(), next: null });
  }

  /** A batch was reported and is counted. */
  counted(batch: number, outcomes: readonly FakeOutcome[]): void {
    this.#withheld.done(batch, outcomes);
  }

  #answering(): void {
    if (this.unreachable) throw new Error('unreachable');
    if (this.stopped) throw new RunStopped(this.stopped);
  }
}
