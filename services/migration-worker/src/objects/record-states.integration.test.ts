import { createAcculynxClient, jobMilestones, type AcculynxClient } from '@ridgeline/acculynx';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl } from '@ridgeline/testkit/integration';
import fc from '@ridgeline/testkit/property';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { company, simulated } from '../testing/bench-company.ts';
import { contactState } from './contact/reading/contact-state.ts';
import { jobState } from './job/reading/job-state.ts';
import { dealWorld } from './testing/deal-world.ts';

let simulators: Simulators;
let client: AcculynxClient;
beforeEach(async () => {
  simulators = await startSimulators({ ...simulated, companies: [{ ...company, contacts: 120, jobs: 100 }] });
  const { acculynx: baseUrl } = simulators.addresses;
  client = createAcculynxClient({ baseUrl, secret: company.acculynxApiKey, timeoutMs: 5_000 });
});
afterEach(() => simulators.stop());

/** The value of an answer that must exist. */
async function valueOf<Value>(
  answer: Promise<{ readonly outcome: string } | { readonly outcome: 'ok'; readonly value: Value }>,
): Promise<Value> {
  const settled = await answer;
  if ('value' in settled) return settled.value;
  throw new Error(`AccuLynx answered: ${settled.outcome}`);
}

/** The forms in which AccuLynx may return its records. */
const quirks = fc.record({
  nulls: fc.constantFrom('omitted', 'sent'),
  listBillingAddress: fc.boolean(),
  tradeTypeKey: fc.constantFrom('id', 'tradeId'),
  jobCategoryKey: fc.constantFrom('id', 'categoryId', 'both'),
});

describe('However the simulated AccuLynx shows its records', () => {
  test('When each is listed in one way and read alone in another one, then its state is the same', async () => {
    const control = simulatorControl(simulators.addresses.control);
    const show = (how: object) => control.change({ acculynx: { quirks: how } });
    await fc.assert(
      fc.asyncProperty(quirks, quirks, async (inLists, alone) => {
        await show(inLists);
        const contacts = (
          await Promise.all([0, 1, 2].map((page) => valueOf(client.contactsPage(page))))
        ).flatMap((page) => page.contacts);
        const jobs = (
          await Promise.all(
            [0, 25, 50, 75].map((startIndex) =>
              valueOf(client.jobsPage({ startIndex, assignment: 'assigned', milestones: jobMilestones })),
            ),
          )
        ).flatMap(({ items }) => items);
        const created = { from: '2000-01-01', to: '2100-01-01' };
        const found = (
          await Promise.all([0, 1, 2, 3, 4].map((page) => valueOf(client.createdContacts({ created, page }))))
        ).flatMap((page) => page.contacts);
        await show(alone);
        expect([contacts.length, found.length, jobs.length > 60]).toEqual([120, 120, true]);
        for (const contact of [...contacts, ...found]) {
          const single = await valueOf(client.contact(contact.id));
          expect([contact.id, contactState(contact)]).toEqual([contact.id, single && contactState(single)]);
        }
        for (const job of jobs) {
          const single = await valueOf(client.job(job.id));
          expect([job.id, jobState(job)]).toEqual([job.id, single && jobState(single)]);
        }
      }),
      { numRuns: 4 },
    );
  });
});

test('When jobs are copied with their contacts, then the plans of both carry the digests of what AccuLynx shows', async () => {
  await using world = await dealWorld();
  const { orchestrator } = await world.migrate();
  const planned = orchestrator.stored
    .filter(({ pass }) => pass === 'records')
    .flatMap(({ kind, records }) => records.map((record) => ({ kind, ...record })));
  const kinds = Map.groupBy(planned, ({ kind }) => kind);
  for (const kind of ['job', 'contact']) {
    const records = kinds.get(kind) ?? [];
    expect(records.length).toBeGreaterThan(5);
    for (const { digest } of records) expect(digest).toMatch(/^1:/);
  }
  for (const [kind, records] of kinds)
    if (kind !== 'job' && kind !== 'contact')
      for (const record of records) expect(record.digest).toBeUndefined();
});
