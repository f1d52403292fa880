import { describe, expect, test } from '@jest/globals';
import type { Contact } from '../seed/contacts.ts';
import type { Job } from '../seed/job.ts';
import type { StreamChange } from '../simulation/change-stream.ts';
import { startBench, type Bench } from '../testing/bench.ts';
import { until } from '../testing/consumer.ts';

const company = '/acculynx/ridge';
const contactsOf = async (bench: Bench) =>
  (await bench.control('GET', `${company}/contacts`)).body as Contact[];
const jobsOf = async (bench: Bench) => (await bench.control('GET', `${company}/jobs`)).body as Job[];
const search = async (bench: Bench, startDate: string, endDate: string) => {
  const sort = { sortColumn: 'CreatedDate', sortDirection: 'Descending' };
  const { body } = await bench.acculynx('/contacts/search', {
    method: 'POST',
    body: { startDate, endDate, sort },
  });
  return body as { count: number; items: { id: string }[] };
};

describe('Records that control calls create and change', () => {
  test('When a contact is created, then it is read, listed and found by its day immediately', async () => {
    await using bench = await startBench();
    const created = await bench.control('POST', `${company}/contacts/new`, {
      lastName: 'Okafor',
      email: 'ngozi@example.com',
      numbered: true,
    });
    const { id } = created.body as Contact;
    expect(created).toMatchObject({
      status: 201,
      body: { lastName: 'Okafor', number: 1, changedAt: '2026-11-20T12:00:00.000Z' },
    });
    expect((await bench.acculynx(`/contacts/${id}?includes=emailAddress`)).body).toMatchObject({
      lastName: 'Okafor',
      crossReference: expect.stringMatching(/~1$/),
      emailAddresses: expect.arrayContaining([expect.objectContaining({ address: 'ngozi@example.com' })]),
    });
    expect((await bench.acculynx('/contacts?pageSize=1&pageStartIndex=120')).body).toMatchObject({
      items: [{ id }],
    });
    expect(await search(bench, '2026-11-20', '2026-11-20')).toMatchObject({ count: 1, items: [{ id }] });
  });

  test('When contacts are searched by their days of creation, then all of these days are found', async () => {
    await using bench = await startBench();
    const days = (await contactsOf(bench)).map(({ createdDate }) => createdDate.slice(0, 10));
    for (const day of new Set(days))
      expect((await search(bench, day, day)).count).toBe(days.filter((other) => other === day).length);
    expect((await search(bench, '2020-01-01', '2030-01-01')).count).toBe(120);
  });

  test('When a job is created or changed, then it is the newest of its listing by date of modification', async () => {
    await using bench = await startBench();
    const newest = async () =>
      (
        (await bench.acculynx('/jobs?sortBy=ModifiedDate&sortOrder=Descending&pageSize=1')).body as {
          items: { id: string; jobName: string; createdDate: string }[];
        }
      ).items[0];
    const [first, second] = await contactsOf(bench);
    const { id } = (
      await bench.control('POST', `${company}/jobs/new`, {
        contactIds: [second?.id, first?.id],
        numbered: true,
      })
    ).body as Job;
    expect(await newest()).toMatchObject({
      id,
      createdDate: '2026-11-20T12:00:00Z',
      jobName: expect.stringMatching(/ ~1$/),
      contacts: [
        { isPrimary: true, contact: { id: second?.id } },
        { isPrimary: false, contact: { id: first?.id } },
      ],
    });
    bench.clock.advance(1_000);
    const other = (await jobsOf(bench)).find((job) => job.assigned && job.id !== id)?.id ?? '';
    await bench.control('PATCH', `${company}/jobs/${other}`, { numbered: true });
    await bench.control('PATCH', `${company}/jobs/${other}`, { jobName: 'Roof ~1', numbered: true });
    expect(await newest()).toMatchObject({ id: other, jobName: 'Roof ~2' });
    await bench.control('PATCH', `${company}/jobs/${other}/file`, { approvedJobValue: 1_200.5 });
    expect((await bench.acculynx(`/jobs/${other}/financials`)).body).toMatchObject({
      approvedJobValue: 1_200.5,
    });
  });

  test('When two contacts swap their emails, then each has the address of the other, and its id is new', async () => {
    await using bench = await startBench();
    const emailOf = ({ emailAddresses }: Contact) => emailAddresses.find(({ primary }) => primary);
    const before = (await contactsOf(bench)).filter((contact) => emailOf(contact) !== undefined).slice(0, 2);
    const ids = before.map(({ id }) => id);
    await bench.control('POST', `${company}/contacts/swap-emails`, { ids });
    const after = (await contactsOf(bench)).filter(({ id }) => ids.includes(id));
    expect(after.map((contact) => emailOf(contact)?.address)).toEqual(
      before.toReversed().map((contact) => emailOf(contact)?.address),
    );
  });
});

describe('A stream of changes', () => {
  test('When it runs, then it makes its share of new and repeated changes at its rate, each with the next number', async () => {
    await using bench = await startBench({ contactsPerCompany: 300, jobsPerCompany: 200 });
    await bench.control('POST', '/companies', {
      companyId: 'plain',
      acculynxApiKey: 'acculynx-key-0002',
      hubspotToken: 'pat-na1-token-0002',
    });
    const companies = [{ companyId: 'ridge' }, { companyId: 'plain' }];
    const { body } = await bench.control('POST', '/streams', { companies, perSecond: 20, seconds: 30 });
    expect(body).toEqual({ id: 1, planned: 600 });
    const shown = async () =>
      (await bench.control('GET', '/streams/1')).body as { state: string; changes: StreamChange[] };
    const stream = bench.simulators.simulation.streams.get(1);
    while (stream?.state === 'running') {
      await until(() => bench.clock.waiting > 0 || stream.state !== 'running', 'the next change');
      if (bench.clock.waiting > 0) bench.clock.advance(50);
    }
    const { state, changes } = await shown();
    expect([state, changes.length]).toEqual(['done', 600]);
    expect(Date.parse(changes[599]?.at ?? '') - Date.parse(changes[0]?.at ?? '')).toBe(29_950);
    const share = (fits: (change: StreamChange) => boolean) => changes.filter(fits).length / changes.length;
    expect(share(({ companyId }) => companyId === 'plain')).toBe(0.5);
    expect(share(({ list }) => list === 'jobs')).toBeCloseTo(0.5, 1);
    expect(share(({ action }) => action === 'created')).toBeCloseTo(0.1, 1);
    expect(new Set(changes.map(({ id }) => id)).size / changes.length).toBeCloseTo(0.95, 1);
    for (const [, own] of Map.groupBy(changes, ({ id }) => id))
      expect(own.map(({ number }) => number)).toEqual(own.map((_, place) => place + 1));
    const contact = changes.findLast(({ companyId, list }) => companyId === 'ridge' && list === 'contacts');
    expect((await contactsOf(bench)).find(({ id }) => id === contact?.id)?.crossReference).toMatch(
      new RegExp(`~${contact?.number ?? 0}$`),
    );
  });

  test('When it is given ids, then it changes only these, until it is stopped', async () => {
    await using bench = await startBench();
    const [contact] = await contactsOf(bench);
    const [job] = await jobsOf(bench);
    const companies = [{ companyId: 'ridge', contacts: [contact?.id], jobs: [job?.id] }];
    await bench.control('POST', '/streams', { companies, perSecond: 10, seconds: 100, newShare: 0 });
    const stream = bench.simulators.simulation.streams.get(1);
    while ((stream?.changes.length ?? 0) < 30) {
      await until(() => bench.clock.waiting > 0, 'the next change');
      bench.clock.advance(100);
    }
    expect((await bench.control('DELETE', '/streams/1')).status).toBe(204);
    bench.clock.advance(100);
    await until(() => bench.clock.waiting === 0, 'the end');
    expect(new Set(stream?.changes.map(({ id }) => id))).toEqual(new Set([contact?.id, job?.id]));
    expect((await bench.control('GET', '/streams/1')).body).toMatchObject({ state: 'stopped' });
    expect(
      (
        await bench.control('POST', '/streams', {
          companies: [{ companyId: 'none' }],
          perSecond: 1,
          seconds: 1,
        })
      ).status,
    ).toBe(409);
  });
});

test('When HubSpot’s records get numbers, then it lists which one came when, of archived records too, and none that a merge brought', async () => {
  await using bench = await startBench();
  const write = async (method: string, path: string, properties: object) =>
    ((await bench.contacts(method, path, { properties })).body as { id: string }).id;
  const id = await write('POST', '', { email: 'a@example.com', jobtitle: 'crm-1 ~1', city: 'Waco' });
  bench.clock.advance(1_500);
  await write('PATCH', `/${id}`, { city: 'Austin' });
  await write('PATCH', `/${id}`, { jobtitle: 'crm-1 ~3' });
  const other = await write('POST', '', { email: 'b@example.com' });
  await bench.contacts('DELETE', `/${id}`);
  const merged = await write('POST', '', { email: 'c@example.com', jobtitle: 'crm-2 ~7' });
  await bench.control('POST', `/hubspot/${bench.portalId}/contacts/${merged}/merge`, { into: other });
  await write('PATCH', `/${other}`, { jobtitle: 'crm-3 ~2' });
  const arrivals = `/hubspot/${bench.portalId}/contacts/arrivals`;
  expect((await bench.control('GET', `${arrivals}?property=jobtitle&by=email`)).body).toMatchObject([
    // The number of the record that was merged into it is not its own.
    { id: other, archived: false, arrivals: [{ number: 2 }] },
    {
      id,
      by: 'a@example.com',
      archived: true,
      arrivals: [
        { at: '2026-11-20T12:00:00.000Z', number: 1 },
        { at: '2026-11-20T12:00:01.500Z', number: 3 },
      ],
    },
    { id: merged, archived: true, arrivals: [{ number: 7 }] },
  ]);
  expect((await bench.control('GET', arrivals)).status).toBe(400);
});
