import { describe, expect, test } from '@jest/globals';
import type { Job } from '../../seed/job.ts';
import { startBench, type Bench } from '../../testing/bench.ts';

const jobs = async (bench: Bench): Promise<Job[]> =>
  (await bench.control('GET', '/acculynx/ridge/jobs')).body as Job[];
const send = (bench: Bench, method: string, path: string, body?: unknown) =>
  bench.acculynx(path, { method, body });
const settings = async (bench: Bench, path: string) =>
  (
    (await bench.acculynx(`/company-settings/${path}`)).body as {
      items: { id: string; children?: object[] }[];
    }
  ).items;
const address = {
  street1: '1 New St',
  city: 'Waco',
  zipCode: '76701',
  state: 'TX',
  country: 'United States',
};

const contactId = async (bench: Bench): Promise<string> =>
  ((await bench.control('GET', '/acculynx/ridge/contacts/ids')).body as string[])[0] ?? '';

async function created(bench: Bench, more: object = {}) {
  const reply = await send(bench, 'POST', '/jobs', { contact: { id: await contactId(bench) }, ...more });
  return { ...reply, id: (reply.body as { id: string }).id };
}

describe('Job writes', () => {
  test('A job that the API creates is an unassigned lead until a company representative is named', async () => {
    await using bench = await startBench();
    const { status, id, body } = await created(bench, { priority: 'High', locationAddress: address });
    expect([status, body]).toEqual([201, { id, _link: `https://api.acculynx.com/api/v2/jobs/${id}` }]);
    expect((await bench.acculynx(`/jobs/${id}`)).status).toBe(404);
    const listed = await bench.acculynx('/jobs?assignment=unassigned&sortOrder=Descending&pageSize=1');
    expect(listed.body).toMatchObject({
      items: [
        { id, currentMilestone: 'Lead', jobNumber: '', locationAddress: { state: { abbreviation: 'TX' } } },
      ],
    });
    const users = (await bench.acculynx('/users')).body as { items: { id: string }[] };
    const path = `/jobs/${id}/representatives`;
    expect((await send(bench, 'POST', `${path}/company`, { id: users.items[3]?.id })).status).toBe(204);
    expect((await bench.acculynx(`/jobs/${id}`)).body).toMatchObject({ id, priority: 'High' });
    expect((await bench.acculynx(`${path}/company`)).body).toMatchObject({
      user: { id: users.items[3]?.id },
    });
    expect((await send(bench, 'POST', `${path}/ar-owner`, { id: users.items[4]?.id })).status).toBe(204);
    await bench.control('PUT', '/settings', { acculynx: { quirks: { arOwnerType: 'ArOwner' } } });
    expect((await bench.acculynx(`${path}/ar-owner`)).body).toMatchObject({ type: 'ArOwner' });
    for (let time = 0; time < 2; time += 1)
      expect((await send(bench, 'DELETE', `${path}/ar-owner`)).status).toBe(204);
    expect((await bench.acculynx(`${path}/ar-owner`)).status).toBe(204);
  });

  test.each([
    ['an unknown contact', { contact: { id: 'none' } }, 404],
    ['no contact', { contact: undefined }, 400],
    ['an unknown priority', { priority: 'Low' }, 404],
    ['a category as text', { jobCategory: { id: '1' } }, 404],
    ['a state that is none', { locationAddress: { ...address, state: 'Atlantis' } }, 404],
    ['half an address', { locationAddress: { city: 'Waco' } }, 400],
    ['too long a note', { notes: 'x'.repeat(1_001) }, 400],
  ])('With %s it is refused', async (_, body, expected) => {
    await using bench = await startBench();
    expect((await created(bench, body)).status).toBe(expected);
    expect(await jobs(bench)).toHaveLength(60);
  });

  test('Each single-purpose PUT replaces its one thing and tells when', async () => {
    await using bench = await startBench();
    const { id } = (await jobs(bench)).find(({ assigned }) => assigned) ?? { id: '' };
    const [source] = (await settings(bench, 'leads/lead-sources')).filter(({ children }) => children);
    const [trade] = await settings(bench, 'job-file-settings/trade-types');
    const child = source?.children?.[0] as { id: string };
    const puts: [string, object][] = [
      ['address', address],
      ['priority', { priority: 'Urgent' }],
      ['job-categories', { id: 2 }],
      ['work-type', { id: 11 }],
      ['lead-source', { id: child.id }],
      ['trade-types', { items: [{ id: trade?.id }] }],
      ['insurance/insurance-company', { insuranceCompanyName: 'Own Mutual' }],
      ['insurance', { claimNumber: 'C-1' }],
      ['adjuster', { adjusterName: 'Kim' }],
      ['initial-appointment', { startDate: '2026-12-01T15:00:00Z', endDate: '2026-12-01T16:00:00Z' }],
    ];
    for (const [path, body] of puts)
      expect([path, (await send(bench, 'PUT', `/jobs/${id}/${path}`, body)).status]).toEqual([path, 204]);
    expect((await bench.acculynx(`/jobs/${id}?includes=initialAppointment`)).body).toMatchObject({
      locationAddress: { street1: '1 New St', country: { abbreviation: 'US' } },
      priority: 'Urgent',
      jobCategory: { name: 'Commercial' },
      workType: { name: 'Insurance' },
      leadSource: { id: child.id, parentId: source?.id },
      tradeTypes: [{ id: trade?.id }],
      initialAppointment: { startDate: '2026-12-01T15:00:00Z' },
      modifiedDate: '2026-11-20T12:00:00Z',
    });
    const insurance = (await bench.acculynx(`/jobs/${id}/insurance`)).body;
    expect(insurance).toMatchObject({ customInsuranceCompanyName: 'Own Mutual', claimNumber: 'C-1' });
    expect(insurance).not.toHaveProperty('insuranceCompany');
    expect((await bench.acculynx(`/jobs/${id}/adjuster`)).body).toMatchObject({ adjusterName: 'Kim' });
  });

  test('An appointment is deleted with a body only, trades are cleared by an empty list', async () => {
    await using bench = await startBench();
    const { id } = (await jobs(bench)).find(({ assigned }) => assigned) ?? { id: '' };
    expect((await send(bench, 'DELETE', `/jobs/${id}/initial-appointment`)).status).toBe(404);
    const note = { note: 'Called off' };
    expect((await send(bench, 'DELETE', `/jobs/${id}/initial-appointment`, note)).status).toBe(204);
    expect((await bench.acculynx(`/jobs/${id}/initial-appointment`)).body).not.toHaveProperty('startDate');
    await send(bench, 'PUT', `/jobs/${id}/trade-types`, { items: [] });
    expect((await bench.acculynx(`/jobs/${id}`)).body).toMatchObject({ tradeTypes: [] });
  });

  test('Messages and files go in and cannot be read; references can, as a bare array', async () => {
    await using bench = await startBench();
    const { id } = (await jobs(bench)).find(({ assigned }) => assigned) ?? { id: '' };
    const message = await send(bench, 'POST', `/jobs/${id}/messages`, { message: 'Hello' });
    expect([message.status, message.body]).toEqual([201, { messageId: expect.any(String) }]);
    expect((await send(bench, 'POST', `/jobs/${id}/documents`)).status).toBe(202);
    const unread = await bench.acculynx(`/jobs/${id}/messages`);
    expect([unread.status, unread.headers.get('allow')]).toEqual([404, 'POST']);
    const query = `/jobs/external-references?jobId=${id}&source=ridgeline`;
    expect((await bench.acculynx(query)).status).toBe(404);
    await send(bench, 'POST', '/jobs/external-references', {
      jobId: id,
      source: 'ridgeline',
      projectId: '77',
    });
    expect((await bench.acculynx(query)).body).toEqual([{ jobId: id, source: 'ridgeline', projectId: '77' }]);
  });

  test('Where the account lacks the tier, writes are a 403', async () => {
    await using bench = await startBench({
      settings: { acculynx: { quirks: { forbidden: ['job-writes'] } } },
    });
    const refused = await created(bench);
    expect([refused.status, refused.body]).toMatchObject([403, { title: 'Forbidden' }]);
  });
});
