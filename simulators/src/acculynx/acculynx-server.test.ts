import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../testing/bench.ts';

interface Page {
  readonly count: number;
  readonly pageStartIndex: number;
  readonly items: readonly { readonly id: string; readonly [field: string]: unknown }[];
}

const page = async (bench: Bench, path: string): Promise<Page> => (await bench.acculynx(path)).body as Page;
const ids = ({ items }: Page): string[] => items.map(({ id }) => id);

describe('GET /contacts', () => {
  test('The start index counts pages, and all pages together hold every contact once', async () => {
    await using bench = await startBench();
    const pages = [];
    for (const index of [0, 1, 2])
      pages.push(await page(bench, `/contacts?pageSize=50&pageStartIndex=${index}`));
    expect(pages.map(({ items }) => items.length)).toEqual([50, 50, 20]);
    expect(pages.map(({ count }) => count)).toEqual([120, 120, 120]);
    expect(new Set(pages.flatMap(ids)).size).toBe(120);
  });

  test('Past the end the last page comes again', async () => {
    await using bench = await startBench();
    const last = await page(bench, '/contacts?pageSize=50&pageStartIndex=2');
    const beyond = await page(bench, '/contacts?pageSize=50&pageStartIndex=9');
    expect(ids(beyond)).toEqual(ids(last));
    expect(beyond.pageStartIndex).toBe(9);
  });

  test('By switch the start index counts records and past the end is a 416', async () => {
    const quirks = { contactsStartIndex: 'record', contactsPastEnd: '416' } as const;
    await using bench = await startBench({ settings: { acculynx: { quirks } } });
    const [first, second] = [await page(bench, '/contacts'), await page(bench, '/contacts?pageStartIndex=1')];
    expect(ids(second).slice(0, 24)).toEqual(ids(first).slice(1));
    expect((await bench.acculynx('/contacts?pageStartIndex=120')).status).toBe(416);
  });

  test('A page of 51 is refused with a problem body', async () => {
    await using bench = await startBench();
    const refused = await bench.acculynx('/contacts?pageSize=51');
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({
      status: 400,
      title: 'Bad Request',
      detail: 'Page Size must not be greater than 50.',
    });
    expect(refused.text).toMatch(/"traceId":"\|[0-9a-f-]+\."/);
  });

  test('Emails and phones are stubs unless they are included, and absent values are left out', async () => {
    await using bench = await startBench();
    const stubs = await page(bench, '/contacts?pageSize=50');
    const full = await page(bench, '/contacts?pageSize=50&includes=emailAddress,phoneNumber');
    const emails = (found: Page) => found.items.flatMap(({ emailAddresses }) => emailAddresses as object[]);
    expect(emails(stubs).every((email) => Object.keys(email).join() === 'id,_link')).toBe(true);
    expect(emails(full).every((email) => 'address' in email && 'primary' in email)).toBe(true);
    expect(JSON.stringify(full)).not.toContain('null');
    expect(full.items.some((item) => 'billingAddress' in item)).toBe(false);
  });
});

describe('Single contacts', () => {
  test('A contact is read by its id, with its billing address; an unknown id is a 404', async () => {
    await using bench = await startBench();
    const [first] = (await page(bench, '/contacts')).items;
    const one = await bench.acculynx(`/contacts/${first?.id ?? ''}?includes=emailAddress,phoneNumber`);
    expect(one.body).toMatchObject({
      id: first?.id,
      _link: `https://api.acculynx.com/api/v2/contacts/${first?.id ?? ''}`,
    });
    expect((await bench.acculynx('/contacts/0b54c0aa-0000-0000-0000-000000000000')).status).toBe(404);
  });

  test('A contact that was created is listed last and read with its email', async () => {
    await using bench = await startBench();
    const body = {
      contactTypeIds: ['t'],
      firstName: 'Ngozi',
      lastName: 'Okafor',
      emailAddresses: [{ address: 'ngozi@example.com', type: 'Personal', primary: true }],
      mailingAddress: { city: 'Waco', state: { id: 43 }, country: { id: 1 } },
    };
    const created = await bench.acculynx('/contacts', { method: 'POST', body });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };
    const listed = await page(bench, '/contacts?pageSize=50&pageStartIndex=2&includes=emailAddress');
    expect(listed.items.at(-1)).toMatchObject({
      id,
      emailAddresses: [{ address: 'ngozi@example.com', primary: true }],
      mailingAddress: { state: { abbreviation: 'TX' } },
    });
    const emails = await bench.acculynx(`/contacts/${id}/email-addresses`);
    expect(emails.body).toMatchObject({ items: [{ address: 'ngozi@example.com' }] });
  });

  test('No contact type is a 400, a value of a wrong type a 404', async () => {
    await using bench = await startBench();
    const post = (body: unknown) => bench.acculynx('/contacts', { method: 'POST', body });
    const none = await post({ contactTypeIds: [] });
    expect([none.status, none.text.includes('at least one item')]).toEqual([400, true]);
    expect((await post({ contactTypeIds: 'x' })).status).toBe(404);
  });
});

describe('Contact search', () => {
  const search = (body: object) => ({
    method: 'POST',
    body: {
      startDate: '2022-01-01',
      endDate: '2022-01-04',
      sort: { sortColumn: 'CreatedDate', sortDirection: 'Ascending' },
      ...body,
    },
  });

  test('It finds by day of creation', async () => {
    await using bench = await startBench();
    const found = await bench.acculynx('/contacts/search', search({}));
    const { count } = found.body as Page;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(120);
  });

  test.each(['2022-1-2', '2022-01-02T00:00:00Z', '2022-02-31'])(
    'A start of %p is a 400',
    async (startDate) => {
      await using bench = await startBench();
      expect((await bench.acculynx('/contacts/search', search({ startDate }))).status).toBe(400);
    },
  );
});

describe('Jobs', () => {
  const all = async (bench: Bench, query: string): Promise<string[]> => {
    const found: string[] = [];
    for (let start = 0; start < 100; start += 25) {
      found.push(...ids(await page(bench, `/jobs?pageStartIndex=${start}${query}`)));
    }
    return found;
  };

  test('recordStartIndex is ignored, pageStartIndex counts records', async () => {
    await using bench = await startBench();
    const first = await page(bench, '/jobs');
    expect(ids(await page(bench, '/jobs?recordStartIndex=25'))).toEqual(ids(first));
    expect(ids(await page(bench, '/jobs?pageStartIndex=1')).slice(0, 24)).toEqual(ids(first).slice(1));
    expect((await page(bench, '/jobs?pageStartIndex=500')).items).toEqual([]);
    expect((await bench.acculynx('/jobs?pageSize=26')).status).toBe(400);
  });

  test('By switch recordStartIndex alone is honoured and past the end is a 416', async () => {
    const quirks = { jobsRecordStartIndex: 'honoured', jobsPastEnd: '416' } as const;
    await using bench = await startBench({ settings: { acculynx: { quirks } } });
    const first = await page(bench, '/jobs');
    expect(ids(await page(bench, '/jobs?recordStartIndex=1')).slice(0, 24)).toEqual(ids(first).slice(1));
    expect(ids(await page(bench, '/jobs?pageStartIndex=1'))).toEqual(ids(first));
    expect((await bench.acculynx('/jobs?recordStartIndex=500')).status).toBe(416);
  });

  test('Assigned and unassigned jobs do not overlap, and dead leads show only when both are asked for', async () => {
    await using bench = await startBench();
    const [assigned, unassigned] = [await all(bench, ''), await all(bench, '&assignment=unassigned')];
    const dead = await all(bench, '&assignment=unassigned&milestones=dead');
    expect(assigned.filter((id) => unassigned.includes(id))).toEqual([]);
    expect(dead.length).toBeGreaterThan(0);
    expect(assigned.length + unassigned.length + dead.length).toBe(60);
    expect(await all(bench, '&milestones=dead')).toEqual([]);
  });

  test('An unassigned job is a 404 by its id', async () => {
    await using bench = await startBench();
    const [unassigned] = (await page(bench, '/jobs?assignment=unassigned')).items;
    const [assigned] = (await page(bench, '/jobs')).items;
    expect((await bench.acculynx(`/jobs/${unassigned?.id ?? ''}`)).status).toBe(404);
    expect((await bench.acculynx(`/jobs/${assigned?.id ?? ''}?includes=contact`)).status).toBe(200);
  });

  test('One date without the other is a 400, both cut by day', async () => {
    await using bench = await startBench();
    expect((await bench.acculynx('/jobs?startDate=2023-01-01')).status).toBe(400);
    const found = await page(
      bench,
      '/jobs?startDate=2023-01-09&endDate=2023-01-10&sortBy=ModifiedDate&sortOrder=Descending',
    );
    const dates = found.items.map(({ createdDate }) => String(createdDate).slice(0, 10));
    expect(dates.length).toBeGreaterThan(0);
    expect(dates.every((date) => date >= '2023-01-09' && date <= '2023-01-10')).toBe(true);
  });
});

describe('Settings', () => {
  const settings = (bench: Bench, path: string) => bench.acculynx(`/company-settings/${path}`);

  test('A child of a lead source is read below its parent, and is a 404 below any other', async () => {
    await using bench = await startBench();
    const { items } = (await settings(bench, 'leads/lead-sources')).body as Page;
    const parent = items.find(({ children }) => children !== undefined);
    const children = parent?.['children'] as { id: string; name: string; parentId: string }[];
    const [child] = children;
    const at = (parentId: string) => `leads/lead-sources/${parentId}/children/${child?.id ?? ''}`;
    expect((await settings(bench, at(parent?.id ?? ''))).body).toEqual(child);
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const path of [at(unknown), at(items[0]?.id ?? ''), `leads/lead-sources/${unknown}`]) {
      const refused = await settings(bench, path);
      expect([refused.status, refused.text.includes('lead source was not found')]).toEqual([404, true]);
    }
  });

  test('Units of measure carry ids, as a bare array or by switch under their name', async () => {
    await using bench = await startBench();
    const units = async () => (await bench.acculynx('/acculynx/units-of-measure')).body;
    const bare = await units();
    expect(bare).toContainEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'SQ',
      friendlyName: 'Square',
    });
    await bench.control('PUT', '/settings', { acculynx: { quirks: { milestoneLists: 'items' } } });
    expect(await units()).toEqual({ unitsOfMeasure: bare });
  });
});

describe('Every request', () => {
  test.each([
    '/contacts?pageStartIndex=-1',
    '/contacts?pageSize=-5',
    '/contacts?pageSize=0',
    '/jobs?pageStartIndex=-25',
    '/users?recordStartIndex=-1',
    '/company-settings/job-file-settings/work-types?pageSize=-1',
  ])('%p is a 400, since paging does not go below 0', async (path) => {
    await using bench = await startBench();
    const refused = await bench.acculynx(path);
    expect([refused.status, refused.body]).toMatchObject([400, { title: 'Bad Request' }]);
  });

  test.each(['/contacts', '/jobs', '/users', '/company-settings/custom-fields'])(
    '%s ignores filters that it does not know',
    async (path) => {
      await using bench = await startBench();
      const plain = await bench.acculynx(path);
      const filtered = await bench.acculynx(
        `${path}?search=Smith&modifiedSince=2026-01-01&dateFilterType=Whenever&pageNumber=3&includes=nothing`,
      );
      expect([filtered.status, filtered.body]).toEqual([200, plain.body]);
    },
  );

  test.each([undefined, 'another-key'])('With the key %p it is a 401', async (key) => {
    await using bench = await startBench();
    const refused = await bench.acculynx('/contacts', { key: key ?? '' });
    expect(refused.status).toBe(401);
    expect(refused.body).toMatchObject({ status: 401, title: 'Unauthorized' });
  });

  test('A method that is not offered is a 404 with the methods that are', async () => {
    await using bench = await startBench();
    const refused = await bench.acculynx('/contacts', { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([404, 'GET, POST']);
  });
});
