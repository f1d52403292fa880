import { RunStopped } from '../../base/run-errors.ts';
import type { HubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import type { HeldLease } from '../../lease/held-lease.ts';
import type { RecordLedger } from '../../orchestrator/record-ledger.ts';

/** The steps of a worker until it dies: from then on it does nothing and reports nothing. */
export class WorkerLife {
  readonly #diesAt: number;
  readonly #lease: HeldLease;
  #steps = 0;

  constructor(diesAt: number, lease: HeldLease) {
    this.#diesAt = diesAt;
    this.#lease = lease;
  }

  get hasDied(): boolean {
    return this.#steps >= this.#diesAt;
  }

  step(): void {
    this.#steps += 1;
    if (!this.hasDied) return;
    this.#lease.stop('lost');
    throw new RunStopped('lost');
  }

  /** A call with two steps: before it takes effect, and before its answer arrives. */
  async call<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    this.step();
    const answer = await call();
    this.step();
    return answer;
  }
}

/** HubSpot as called by a worker that may die. */
export const mortalTarget = (target: HubspotTarget, life: WorkerLife): HubspotTarget => ({
  read: (...question) => life.call(() => target.read(...question)),
  anySourceId: (signal) => life.call(() => target.anySourceId(signal)),
  upsert: (...question) => life.call(() => target.upsert(...question)),
  update: (...question) => life.call(() => target.update(...question)),
  archive: (...question) => life.call(() => target.archive(...question)),
});

/** The orchestrator as called by a worker that may die. */
export const mortalLedger = (ledger: RecordLedger, life: WorkerLife): RecordLedger => ({
  resolveIdentities: (...question) => ledger.resolveIdentities(...question),
  storePlan: (...question) => life.call(() => ledger.storePlan(...question)),
  openValues: (...question) => ledger.openValues(...question),
  references: (...question) => ledger.references(...question),
});
