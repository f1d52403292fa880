import type { AnswerOf, ApiClient } from '@ridgeline/contracts';
import {
  claimSweep,
  endSweep,
  releaseSweep,
  renewSweeps,
  reportReadBack,
  takeWrittenPage,
  type ReadBack,
} from '@ridgeline/contracts/internal';
import { newId } from '@ridgeline/kit';
import type { OrchestratorUnderTest } from './orchestrator-under-test.ts';

type Page = AnswerOf<typeof takeWrittenPage>;
type Held = AnswerOf<typeof claimSweep> & { readonly id: number };

/** The state of a record in HubSpot; as written, unless the test says otherwise. */
export type InHubspot = Partial<Pick<ReadBack, 'standing' | 'differences'>>;

const passes = ['recent', 'all', 'portal', 'written'];

/** A worker's side of checks of migrations, over an orchestrator under test. */
export class CheckUnderTest {
  readonly #client: ApiClient;
  readonly #identity = { processId: newId(), serverInstanceId: 'worker-1', pid: 4711 };

  constructor(orchestrator: OrchestratorUnderTest) {
    this.#client = orchestrator.service;
  }

  /** The sweeps offered to a worker that supports these passes. */
  async offers(known: readonly string[] = passes): Promise<number[]> {
    const body = { ...this.#identity, freePlaces: 50, passes: known, sweeps: [] };
    return (await this.#client(renewSweeps, { body })).offers.map(({ sweepId }) => sweepId);
  }

  async claim(id: number): Promise<Held> {
    const params = { id: String(id) };
    return { ...(await this.#client(claimSweep, { params, body: this.#identity })), id };
  }

  page({ id, epoch }: Held): Promise<Page> {
    return this.#client(takeWrittenPage, { params: { id: String(id) }, body: { epoch } });
  }

  async report(
    { id, epoch }: Held,
    { place, next, records }: Page,
    found: Readonly<Record<string, InHubspot>> = {},
  ): Promise<void> {
    const read = records.map(({ kind, sourceId, hubspotId, values }): ReadBack => ({
      ...{ kind, sourceId, hubspotId, name: `Name ${sourceId}`, standing: 'found' },
      ...{ fields: Object.keys(values).length, differences: [], ...found[sourceId] },
    }));
    const body = { epoch, place, next, records: read };
    await this.#client(reportReadBack, { params: { id: String(id) }, body });
  }

  async end({ id, epoch }: Held, problem?: string): Promise<void> {
    const body = { epoch, calls: 0, ...(problem === undefined ? {} : { problem }) };
    await this.#client(endSweep, { params: { id: String(id) }, body });
  }

  async release({ id, epoch }: Held, wait?: { ms: number; reason: string }): Promise<void> {
    const body = { epoch, ...(wait ? { wait } : {}) };
    await this.#client(releaseSweep, { params: { id: String(id) }, body });
  }

  /** Runs a check to its end; returns its pages. */
  async whole(id: number, found: Readonly<Record<string, InHubspot>> = {}): Promise<Page['records'][]> {
    const held = await this.claim(id);
    const pages: Page['records'][] = [];
    for (let next: Page['next'] | undefined; next !== null;) {
      const page = await this.page(held);
      if (page.records.length > 0) pages.push(page.records);
      await this.report(held, page, found);
      ({ next } = page);
    }
    await this.end(held);
    return pages;
  }
}
