import { describe, expect, test } from '@jest/globals';
import type { Job } from '../../seed/job.ts';
import { startBench, type Bench } from '../../testing/bench.ts';

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface Page {
  readonly count: number;
  readonly items: readonly Row[];
}

const page = async (bench: Bench, query: string): Promise<Page> =>
  (await bench.acculynx(`/jobs?${query}`)).body as Page;
const held = async (bench: Bench): Promise<Job[]> =>
  (await bench.control('GET', '/acculynx/ridge/jobs')).body as Job[];

/** Reads one listing to its end, as a client that sends both start parameters does. */
async function read(bench: Bench, query = ''): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < 300; start += 25) {
    const { items } = await page(bench, `pageStartIndex=${start}&recordStartIndex=${start}&${query}`);
    rows.push(...items);
    if (items.length === 0) break;
  }
  return rows;
}

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id).sort();

describe('GET /jobs', () => {
  test.each(['ignored', 'honoured'] as const)(
    'With recordStartIndex %p, both start parameters together read every job once',
    async (jobsRecordStartIndex) => {
      await using bench = await startBench({ settings: { acculynx: { quirks: { jobsRecordStartIndex } } } });
      const jobs = await held(bench);
      expect(ids(await read(bench))).toEqual(ids(jobs.filter(({ assigned }) => assigned)));
      expect(
        ids([
          ...(await read(bench, 'assignment=unassigned')),
          ...(await read(bench, 'assignment=unassigned&milestones=Dead')),
        ]),
      ).toEqual(ids(jobs.filter(({ assigned }) => !assigned)));
    },
  );

  test('The start index may be 100,000, and no more', async () => {
    await using bench = await startBench();
    expect((await bench.acculynx('/jobs?pageStartIndex=100000')).body).toMatchObject({ items: [] });
    const refused = await bench.acculynx('/jobs?pageStartIndex=100001');
    expect([refused.status, refused.text.includes('100000')]).toEqual([400, true]);
  });

  test('Sorted by modification, the rows follow each other in both directions; jobs without that date stand first', async () => {
    await using bench = await startBench();
    const dates = async (order: string) =>
      (await read(bench, `sortBy=ModifiedDate&sortOrder=${order}`)).map(
        ({ modifiedDate = '' }) => modifiedDate,
      );
    const ascending = await dates('Ascending');
    expect(ascending).toEqual([...ascending].sort());
    expect([ascending[0], ascending.length]).toEqual(['', (await read(bench)).length]);
    expect(await dates('Descending')).toEqual([...ascending].reverse());
  });

  test('Milestones are taken in any case, and windows of days cut each date without loss', async () => {
    await using bench = await startBench();
    const all = await read(bench);
    const closed = await read(bench, 'milestones=CLOSED,cancelled');
    expect(ids(closed)).toEqual(
      ids(all.filter(({ currentMilestone }) => /Closed|Cancelled/.test(String(currentMilestone)))),
    );
    const windows = ['startDate=2020-01-01&endDate=2023-01-15', 'startDate=2023-01-16&endDate=2030-01-01'];
    const cut = await Promise.all(windows.map((window) => read(bench, window)));
    expect(cut.every((rows) => rows.length > 0)).toBe(true);
    expect(ids(cut.flat())).toEqual(ids(all));
    const byMilestone = await read(
      bench,
      'dateFilterType=MilestoneDate&startDate=2020-01-01&endDate=2030-01-01',
    );
    expect(byMilestone.length).toBe(all.filter((row) => 'milestoneDate' in row).length);
    expect(byMilestone.length).toBeLessThan(all.length);
  });

  test('By switch days are those of the company', async () => {
    await using bench = await startBench({ company: { seed: 5 } });
    const [job] = await read(bench);
    const edge = async (createdDate: string, days: string) => {
      await bench.control('PUT', '/settings', { acculynx: { quirks: { jobDays: days } } });
      await bench.control('PATCH', `/acculynx/ridge/jobs/${job?.id ?? ''}`, { createdDate });
      return (await read(bench, 'startDate=2026-07-01&endDate=2026-07-01')).length;
    };
    // 03:00 UTC on the second is ten in the evening of the first in Chicago.
    expect([
      await edge('2026-07-02T03:00:00Z', 'utc'),
      await edge('2026-07-02T03:00:00Z', 'company'),
    ]).toEqual([0, 1]);
  });

  test('A job has the documented fields; contacts are stubs until they are included', async () => {
    await using bench = await startBench();
    const [stub] = await read(bench, 'includes=unknown');
    expect(stub).toMatchObject({
      _link: `https://api.acculynx.com/api/v2/jobs/${stub?.id ?? ''}`,
      jobName: expect.any(String),
      jobNumber: expect.any(String),
      currentMilestone: expect.any(String),
      priority: expect.any(String),
      leadDeadReason: '',
      createdDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/),
      geoLocation: { latitude: expect.any(Number), longitude: expect.any(Number) },
      tradeTypes: [{ id: expect.any(String), name: expect.any(String) }],
      initialAppointment: { _link: expect.any(String) },
    });
    const links = (rows: readonly Row[]) => rows.flatMap(({ contacts }) => contacts as { contact: object }[]);
    const full = links(await read(bench, 'includes=contact'));
    expect(full.some(({ contact }) => 'lastName' in contact && 'mailingAddress' in contact)).toBe(true);
    expect(JSON.stringify(full)).not.toMatch(/"address":|"number":/);
    expect(links(await read(bench)).every(({ contact }) => Object.keys(contact).join() === 'id,_link')).toBe(
      true,
    );
  });

  test('Only assigned jobs have appointments', async () => {
    await using bench = await startBench();
    const told = async (query: string) =>
      (await read(bench, `includes=initialAppointment&${query}`)).filter(
        ({ initialAppointment }) => 'startDate' in (initialAppointment as object),
      ).length;
    expect(await told('')).toBeGreaterThan(0);
    expect(await told('assignment=unassigned')).toBe(0);
  });

  test('Trade types and categories come under either of their two keys', async () => {
    const quirks = { tradeTypeKey: 'tradeId', jobCategoryKey: 'categoryId' } as const;
    await using bench = await startBench({ settings: { acculynx: { quirks } } });
    const [job] = await read(bench);
    expect([job?.['tradeTypes'], job?.['jobCategory']]).toEqual([
      [{ tradeId: expect.any(String), name: expect.any(String) }],
      { categoryId: expect.any(Number), name: expect.any(String) },
    ]);
    await bench.control('PUT', '/settings', {
      acculynx: { quirks: { jobCategoryKey: 'both', phantomJobs: 3 } },
    });
    const { count, items } = await page(bench, '');
    expect(Object.keys(items[0]?.['jobCategory'] as object)).toEqual(['id', 'categoryId', 'name']);
    expect(count).toBe((await read(bench)).length + 3);
  });

  test('Of sixty jobs some have no contacts, ten, or deleted ones, which cannot be read', async () => {
    await using bench = await startBench();
    const { body } = await bench.control('GET', '/acculynx/ridge/expectations');
    expect((body as { jobs: object }).jobs).toMatchObject({
      total: 60,
      noContacts: 1,
      tenContacts: 1,
      deletedContact: 2,
      missingDates: 1,
      severalTrades: 1,
      noTrade: 1,
      childLeadSource: 1,
      longValues: 1,
    });
    const named = (await held(bench)).flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId));
    const answers = await Promise.all(named.map((id) => bench.acculynx(`/contacts/${id}`)));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(2);
  });
});

describe('A job that changes its listing while it is read', () => {
  const fault = { vendor: 'acculynx', path: '/api/v2/jobs', times: 1 };

  test('Assigned in front of the place of reading it moves the later ones over the edge of the page', async () => {
    await using bench = await startBench();
    const [lead] = (await held(bench)).filter((job) => !job.assigned && job.currentMilestone === 'Lead');
    await bench.control('PATCH', `/acculynx/ridge/jobs/${lead?.id ?? ''}`, {
      createdDate: '2020-01-01T00:00:00Z',
    });
    await bench.control('POST', '/faults', { ...fault, effect: { kind: 'assign', at: 'front' } });
    const first = await page(bench, 'pageStartIndex=0');
    const next = await page(bench, 'pageStartIndex=25');
    expect(next.items[0]?.id).toBe(first.items[24]?.id);
    expect([...first.items, ...next.items].map(({ id }) => id)).not.toContain(lead?.id);
    expect(await read(bench, 'assignment=unassigned')).not.toContainEqual(
      expect.objectContaining({ id: lead?.id }),
    );
    const { body } = await bench.control('GET', '/acculynx/ridge/changes');
    expect(body).toMatchObject([{ action: 'assigned', ids: [lead?.id] }]);
  });

  test('Unassigned after its page it is in both listings', async () => {
    await using bench = await startBench();
    await bench.control('POST', '/faults', { ...fault, effect: { kind: 'assign', assigned: false } });
    const { items } = await page(bench, '');
    const unassigned = await read(bench, 'assignment=unassigned');
    expect(unassigned.map(({ id }) => id)).toContain(items[0]?.id);
    expect((await bench.acculynx(`/jobs/${items[0]?.id ?? ''}`)).status).toBe(404);
  });

  test('By control call, by id or place; a dead one leaves the listing for that of dead leads', async () => {
    await using bench = await startBench();
    const [first, second] = await read(bench);
    const moved = await bench.control('POST', '/acculynx/ridge/jobs/unassign', { ids: [first?.id] });
    expect(moved.body).toMatchObject({ action: 'unassigned', ids: [first?.id] });
    await bench.control('POST', '/acculynx/ridge/jobs/assign', { ids: [first?.id, 'unknown'] });
    expect((await bench.acculynx(`/jobs/${first?.id ?? ''}`)).status).toBe(200);
    await bench.control('PATCH', `/acculynx/ridge/jobs/${second?.id ?? ''}`, {
      currentMilestone: 'Dead',
      leadDeadReason: 'Moved away',
    });
    expect(await read(bench, 'assignment=unassigned&milestones=dead')).toContainEqual(
      expect.objectContaining({ id: second?.id, leadDeadReason: 'Moved away' }),
    );
    expect(ids(await read(bench))).not.toContain(second?.id);
  });
});

test('A company of 2,000 jobs and 5,000 contacts is quick to make and the same every time', async () => {
  const sizes = { contactsPerCompany: 5_000, jobsPerCompany: 2_000 };
  const company = { seed: 3 };
  const [one, other] = [await startBench({ ...sizes, company }), await startBench({ ...sizes, company })];
  await using stack = new AsyncDisposableStack();
  stack.use(one);
  stack.use(other);
  const before = performance.now();
  const jobs = await held(one);
  expect(performance.now() - before).toBeLessThan(5_000);
  expect(jobs).toHaveLength(2_000);
  expect(await held(other)).toEqual(jobs);
  const known = new Set((await one.control('GET', '/acculynx/ridge/contacts/ids')).body as string[]);
  const named = jobs.flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId));
  expect(named.filter((id) => !known.has(id))).toHaveLength(40);
});
