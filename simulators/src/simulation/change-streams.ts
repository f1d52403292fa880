import type { AccuLynxCompany } from '../acculynx/requests/company.ts';
import type { Clock } from '../determinism/clock.ts';
import { ChangeStream, type StreamSpec } from './change-stream.ts';

const MAX_KEPT = 20;

/** The newest streams by number. */
export class ChangeStreams {
  readonly #clock: Clock;
  readonly #companyOf: (companyId: string) => AccuLynxCompany | null;
  readonly #streams = new Map<number, ChangeStream>();
  #started = 0;

  constructor(clock: Clock, companyOf: (companyId: string) => AccuLynxCompany | null) {
    this.#clock = clock;
    this.#companyOf = companyOf;
  }

  get(id: number): ChangeStream | undefined {
    return this.#streams.get(id);
  }

  start(spec: StreamSpec): { readonly id: number; readonly stream: ChangeStream } {
    const stream = new ChangeStream(spec, this.#clock, (companyId) => {
      const company = this.#companyOf(companyId);
      if (company === null) throw new RangeError(`Unknown company ${companyId}`);
      return company;
    });
    this.#started += 1;
    this.#streams.set(this.#started, stream);
    this.#streams.get(this.#started - MAX_KEPT)?.stop();
    this.#streams.delete(this.#started - MAX_KEPT);
    void stream.run();
    return { id: this.#started, stream };
  }

  stopAll(): void {
    for (const stream of this.#streams.values()) stream.stop();
    this.#streams.clear();
  }
}
