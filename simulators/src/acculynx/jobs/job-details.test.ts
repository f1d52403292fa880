import { describe, expect, test } from '@jest/globals';
import type { Job } from '../../seed/job.ts';
import { financialsIdOf } from './money-routes.ts';
import { startBench, type Bench } from '../../testing/bench.ts';

const jobs = async (bench: Bench): Promise<Job[]> =>
  (await bench.control('GET', '/acculynx/ridge/jobs')).body as Job[];
const oneOf = async (bench: Bench, fits: (job: Job) => boolean): Promise<Job> => {
  const found = (await jobs(bench)).find(fits);
  if (found === undefined) throw new Error('There is no such job');
  return found;
};
const assigned = (job: Job): boolean => job.assigned && job.contacts.length > 0;
const insured = (job: Job): boolean => assigned(job) && job.workType?.name === 'Insurance';
const get = async (bench: Bench, path: string) => (await bench.acculynx(path)).body;
const status = async (bench: Bench, path: string) => (await bench.acculynx(path)).status;
const quirks = (bench: Bench, changed: object) =>
  bench.control('PUT', '/settings', { acculynx: { quirks: changed } });

describe('What endpoints of their own tell about a job', () => {
  test('None of them tells anything of an unassigned job or an unknown one', async () => {
    await using bench = await startBench();
    const { id } = await oneOf(bench, (job) => !job.assigned);
    const paths = ['', '/contacts', '/representatives', '/estimates', '/milestone-history', '/financials'];
    for (const path of paths) {
      expect(await status(bench, `/jobs/${id}${path}`)).toBe(404);
      expect(await status(bench, `/jobs/7d0a5e3c-0000-4000-8000-000000000000${path}`)).toBe(404);
    }
  });

  test('A contact of a job is read by its own id, not by that of the contact', async () => {
    await using bench = await startBench();
    const { id, contacts } = await oneOf(bench, assigned);
    const [contact] = contacts;
    expect(await get(bench, `/jobs/${id}/contacts/${contact?.id ?? ''}?includes=contact`)).toMatchObject({
      id: contact?.id,
      isPrimary: true,
      relationToPrimary: '',
      contact: { id: contact?.contactId },
    });
    expect(await status(bench, `/jobs/${id}/contacts/${contact?.contactId ?? ''}`)).toBe(404);
  });

  test('Representatives are users in roles; an empty role is a 204', async () => {
    await using bench = await startBench();
    const { id } = await oneOf(bench, (job) => assigned(job) && job.currentMilestone === 'Lead');
    const { count, items } = (await get(bench, `/jobs/${id}/representatives`)) as {
      count: number;
      items: { type: string; user: { id: string } }[];
    };
    expect([count, items[0]]).toMatchObject([items.length, { type: 'CompanyRepresentative' }]);
    expect(await get(bench, `/jobs/${id}/representatives/company`)).toEqual(items[0]);
    expect(await status(bench, `/users/${items[0]?.user.id ?? ''}`)).toBe(200);
    expect(await status(bench, `/jobs/${id}/representatives/sales-owner`)).toBe(204);
  });

  test('Sums are one object without envelope; what is not yet approved is worth nothing', async () => {
    await using bench = await startBench();
    const approved = await oneOf(bench, (job) => assigned(job) && job.currentMilestone === 'Approved');
    const lead = await oneOf(bench, (job) => assigned(job) && job.currentMilestone === 'Lead');
    expect(await get(bench, `/jobs/${approved.id}/financials`)).toMatchObject({
      jobId: approved.id,
      approvedJobValue: expect.any(Number),
      balanceDue: expect.any(Number),
      worksheetSectionTotals: { worksheetTotal: expect.any(Number), discountTotal: 0 },
      worksheet: { _link: expect.any(String) },
      amendments: [],
    });
    expect(
      await get(bench, `/jobs/${approved.id}/financials?includes=amendments worksheet`),
    ).not.toHaveProperty('worksheet');
    expect(await get(bench, `/jobs/${lead.id}/financials`)).toMatchObject({
      approvedJobValue: 0,
      balanceDue: 0,
    });
    expect(await get(bench, `/jobs/${approved.id}/payments/overview`)).toMatchObject({
      salesAmount: expect.any(Number),
      percentageCollected: 50,
    });
    expect(await get(bench, `/jobs/${approved.id}/payments`)).toMatchObject({
      receivedPayments: { total: expect.any(Number), receivedPayments: [] },
      paidPayments: { total: 0, paidPayments: [] },
      additionalExpenses: { total: 0, additionalExpenses: [] },
    });
    expect(await get(bench, `/jobs/${approved.id}/invoices`)).toMatchObject({ count: 0, items: [] });
    expect(await get(bench, `/jobs/${approved.id}/estimates`)).toMatchObject({
      count: 1,
      items: [{ isPrimary: true, job: { id: approved.id } }],
    });
  });

  test('The sums of a job are read by their own id, too, with worksheet and amendments behind it', async () => {
    await using bench = await startBench();
    const { id } = await oneOf(bench, (job) => assigned(job) && job.currentMilestone === 'Approved');
    const sums = (await get(bench, `/jobs/${id}/financials`)) as {
      id: string;
      _link: string;
      worksheet: { _link: string };
    };
    const own = `/financials/${sums.id}`;
    expect(sums._link).toBe(`https://api.acculynx.com/api/v2${own}`);
    expect(await get(bench, own)).toEqual(sums);
    expect(await get(bench, `${own}?includes=amendments worksheet`)).not.toHaveProperty('worksheet');
    expect(sums.worksheet._link).toBe(`https://api.acculynx.com/api/v2${own}/worksheet`);
    expect(await get(bench, `${own}/worksheet`)).toEqual({ items: [] });
    expect(await get(bench, `${own}/amendments?pageStartIndex=1`)).toEqual({
      count: 0,
      pageSize: 25,
      pageStartIndex: 1,
      items: [],
    });
    expect(await status(bench, `/financials/${id}`)).toBe(404);
    const other = await oneOf(bench, (job) => !job.assigned);
    expect(await status(bench, `/financials/${financialsIdOf(other)}`)).toBe(404);
  });

  test('Insurance jobs have insurance and adjuster; any other answers 412, or by switch all', async () => {
    await using bench = await startBench();
    const [mine, other] = [
      await oneOf(bench, insured),
      await oneOf(bench, (job) => assigned(job) && !insured(job)),
    ];
    expect(await get(bench, `/jobs/${mine.id}/insurance`)).toMatchObject({
      claimFiled: expect.any(Boolean),
      hasPaperwork: expect.any(Boolean),
    });
    expect(await get(bench, `/jobs/${mine.id}/adjuster`)).toMatchObject({
      claimApproved: expect.any(Boolean),
    });
    const refused = await bench.acculynx(`/jobs/${other.id}/insurance`);
    expect([refused.status, refused.body]).toMatchObject([
      412,
      { title: 'Precondition Failed', status: 412 },
    ]);
    await quirks(bench, { insuranceElsewhere: 'answered', damageLocationKey: 'damagelocation' });
    expect(await status(bench, `/jobs/${other.id}/adjuster`)).toBe(200);
    const { insurance } = (await bench.control('GET', `/acculynx/ridge/jobs/${mine.id}/file`)).body as {
      insurance: { damageLocation?: string };
    };
    expect(await get(bench, `/jobs/${mine.id}/insurance`)).toMatchObject(
      insurance.damageLocation == null ? {} : { damagelocation: insurance.damageLocation },
    );
  });

  test('The history of milestones ends with the current one; single milestones need custom workflows', async () => {
    await using bench = await startBench();
    const job = await oneOf(bench, (one) => assigned(one) && one.currentMilestone === 'Approved');
    const { items } = (await get(bench, `/jobs/${job.id}/milestone-history`)) as { items: object[] };
    expect(items).toEqual([
      { name: 'Lead', date: job.createdDate },
      { name: 'Prospect', date: job.createdDate },
      { name: 'Approved', date: job.milestoneDate },
    ]);
    const current = `/jobs/${job.id}/milestones/current`;
    expect(await status(bench, current)).toBe(412);
    await quirks(bench, { customWorkflows: true });
    const milestone = (await get(bench, current)) as { id: string; statuses: { id: string }[] };
    expect(milestone).toMatchObject({
      jobId: job.id,
      name: 'Approved',
      isCurrent: true,
      duration: { startDate: job.milestoneDate },
      statuses: [{ isCurrent: true, workflowStatus: { name: 'Material ordered' } }, { isCurrent: false }],
    });
    const path = `/jobs/${job.id}/milestones/${milestone.id}`;
    expect(await get(bench, path)).toEqual(milestone);
    expect(await get(bench, `${path}/status/${milestone.statuses[0]?.id ?? ''}`)).toEqual(
      milestone.statuses[0],
    );
    await quirks(bench, { forbidden: ['milestones'] });
    expect(await status(bench, current)).toBe(403);
  });

  test('The history of a job is cut by days, that of a dead lead tells why it died', async () => {
    await using bench = await startBench();
    const { id, createdDate } = await oneOf(bench, (job) => assigned(job) && job.currentMilestone === 'Lead');
    expect(await get(bench, `/jobs/${id}/history`)).toMatchObject({
      count: 1,
      items: [{ action: 'Created', type: 'Job', date: createdDate, createdBy: { id: expect.any(String) } }],
    });
    expect(await get(bench, `/jobs/${id}/history?startDate=2031-01-01&endDate=2031-01-02`)).toMatchObject({
      count: 0,
    });
    expect(await status(bench, `/jobs/${id}/history?startDate=2031-01-01`)).toBe(400);
    const dead = await oneOf(bench, (job) => job.leadDeadReason !== '');
    expect(await get(bench, `/leads/${dead.id}/history`)).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ leadDeadReason: dead.leadDeadReason })]),
    });
  });

  test('Custom fields have definitions for jobs, and values that name them', async () => {
    await using bench = await startBench();
    const { id } = await oneOf(bench, assigned);
    const definitions = '/company-settings/custom-fields';
    expect(await get(bench, `${definitions}?filter=contacts`)).toMatchObject({ count: 0 });
    const { items } = (await get(bench, `${definitions}?filter=jobs`)) as { items: { id: string }[] };
    const field = items[0]?.id ?? '';
    const path = `/jobs/${id}/custom-fields/${field}`;
    const put = (body: object) => bench.acculynx(path, { method: 'PUT', body });
    expect((await put({ fieldType: 'Text', values: ['Blue gate'] })).status).toBe(204);
    expect(await get(bench, path)).toMatchObject({
      id: field,
      label: 'Gate code',
      fieldType: 'Text',
      values: [{ id: expect.any(String), value: 'Blue gate' }],
      customFieldDefinition: { id: field },
    });
    await quirks(bench, { forbidden: ['custom-fields'] });
    expect((await put({ fieldType: 'Text', values: [] })).status).toBe(403);
  });
});
