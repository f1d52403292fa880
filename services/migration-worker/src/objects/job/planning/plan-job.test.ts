import { describe, expect, test } from '@jest/globals';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { mapJob, type MappedJob } from '../mapping/map-job.ts';
import { OptionCache } from '../prepare/option-cache.ts';
import { aContext, aJob, newEnumerations } from '../testing/a-job.ts';
import { planJob, type JobPlanOptions } from './plan-job.ts';

const options: JobPlanOptions = {
  stages: {
    pipeline: 'p',
    firstStage: 's-1',
    byMilestone: new Map([
      ['lead', 's-lead'],
      ['approved', 's-approved'],
    ]),
    labels: new Map([['s-approved', 'Contract signed']]),
  },
  options: new OptionCache(newEnumerations, null),
};

const job = (fields: object = {}): MappedJob =>
  mapJob(aJob({ jobName: '12: Ada', currentMilestone: 'Lead', ...fields }), aContext());

const deal = (properties: Record<string, string | null>, id = '9'): HubspotRecord => ({ id, properties });

interface Found {
  readonly linked?: HubspotRecord;
  readonly bySource?: HubspotRecord;
  readonly link?: string;
  readonly taken?: boolean;
  readonly ours?: readonly string[];
}

const plan = (record: MappedJob, { linked, bySource, link, taken = false, ours = [] }: Found = {}) =>
  planJob({
    record,
    identity: { sourceId: 'j-1', hubspotId: link ?? linked?.id ?? null, keyTakenBy: null, seenInBatch: null },
    counterparts: { linked: linked ?? null, bySource: bySource ?? null, ours: new Set(ours) },
    options,
    isTaken: () => taken,
  });

/** The deal as it is after a run over `job()`. */
const written = (): HubspotRecord => {
  const planned = plan(job());
  if (planned.action !== 'create') throw new Error('It was not created');
  return deal(planned.properties);
};

describe('The plan of a job', () => {
  test('When HubSpot does not have it, then a deal is created where the milestone belongs, with all that is to follow', () => {
    const contacts = [{ id: 'jc', isPrimary: true, contact: { id: 'c-1' } }];
    expect(plan(job({ contacts }))).toMatchObject({
      action: 'create',
      name: 'Job 12 (Ada)',
      references: [{ kind: 'contact', sourceId: 'c-1', isPrimary: true }],
      warnings: [],
      properties: {
        acculynx_job_id: 'j-1',
        dealname: '12: Ada',
        acculynx_milestone: 'Lead',
        pipeline: 'p',
        dealstage: 's-lead',
      },
    });
  });

  test('When nothing has changed, then nothing is written, also where HubSpot answers in another form', () => {
    expect(plan(job(), { linked: written() })).toMatchObject({ action: 'unchanged', hubspotId: '9' });
    const geoLocation = { latitude: 31.5, longitude: -97 };
    const fields = { geoLocation, createdDate: '2026-02-11T03:04:05Z' };
    const same = {
      ...written().properties,
      acculynx_latitude: '31.50',
      acculynx_longitude: '-97.0',
      acculynx_created_at: '2026-02-11T03:04:05Z',
      acculynx_created_date: '2026-02-10',
    };
    expect(plan(job(fields), { bySource: deal(same) })).toMatchObject({ action: 'unchanged' });
  });

  test('When people renamed and moved the deal, then the name comes back and the place stays', () => {
    const linked = deal({ ...written().properties, dealname: 'x', dealstage: 's-9', pipeline: 'q' });
    expect(plan(job({ currentMilestone: 'Approved' }), { linked })).toMatchObject({
      action: 'update',
      hubspotId: '9',
      before: { dealname: 'x', acculynx_milestone: 'Lead' },
      after: { dealname: '12: Ada', acculynx_milestone: 'Approved' },
    });
    const moved = plan(job({ currentMilestone: 'Approved' }), { linked });
    expect(moved).not.toHaveProperty('after.dealstage');
  });

  test('When the milestone advanced and no user moved the deal, then the deal follows', () => {
    const ours = ['dealstage'];
    expect(plan(job({ currentMilestone: 'Approved' }), { linked: written(), ours })).toMatchObject({
      action: 'update',
      labels: { dealstage: 'Contract signed' },
      before: { acculynx_milestone: 'Lead', dealstage: 's-lead' },
      after: { acculynx_milestone: 'Approved', dealstage: 's-approved' },
    });
  });

  test('When AccuLynx has no value any more, then the one in HubSpot stays', () => {
    const linked = deal({ ...written().properties, acculynx_city: 'Waco', acculynx_priority: 'High' });
    expect(plan(job(), { linked })).toMatchObject({ action: 'unchanged' });
  });

  test('When AccuLynx changed to a value without an option, then ours is blanked, and what people chose stays', () => {
    const linked = deal({ ...written().properties, acculynx_priority: 'High' });
    const changed = job({ priority: 'Whenever' });
    expect(plan(changed, { linked, ours: ['acculynx_priority'] })).toMatchObject({
      action: 'update',
      before: { acculynx_priority: 'High' },
      after: { acculynx_priority: '' },
    });
    expect(plan(changed, { linked })).toMatchObject({ action: 'unchanged' });
    expect(plan(changed).action === 'create' && plan(changed)).not.toHaveProperty(
      'properties.acculynx_priority',
    );
  });

  test('When HubSpot has no option for a value, then it is left out, and the warning names both', () => {
    const trades = job({ tradeTypes: [{ name: 'Solar' }, { name: 'roofing' }] });
    const planned = plan(trades);
    expect(planned).toMatchObject({ properties: { acculynx_trades: 'Roofing' } });
    expect(planned.warnings).toEqual([
      {
        code: 'option_missing',
        message: 'HubSpot has no option "Solar" for AccuLynx trades; the value was left out',
        many: 'HubSpot has no option "Solar" for AccuLynx trades; the value was left out',
        field: 'acculynx_trades',
      },
    ]);
  });

  test('When its deal was merged into the deal of another job, then it is left alone and not doubled', () => {
    const linked = deal({ ...written().properties, acculynx_job_id: 'j-2' });
    expect(plan(job(), { linked, link: '8' })).toMatchObject({
      action: 'skip',
      reason: 'merged_in_hubspot',
      name: 'Job 12 (Ada)',
      message: expect.stringContaining('was merged into the deal of another job'),
    });
  });

  test('When its link leads to another deal, but one has its id, then that one is its', () => {
    const linked = deal({ ...written().properties, acculynx_job_id: 'j-2' });
    const bySource = deal(written().properties, '10');
    expect(plan(job(), { linked, bySource })).toMatchObject({ action: 'unchanged', hubspotId: '10' });
  });

  test('When its deal was deleted, then a new one is created with a warning', () => {
    expect(plan(job(), { link: '9' })).toMatchObject({
      action: 'create',
      warnings: [{ code: 'deal_was_deleted' }],
    });
  });

  test('When another job of the run has the deal, then this one becomes a deal of its own', () => {
    expect(plan(job(), { linked: deal({}), taken: true })).toMatchObject({
      action: 'create',
      warnings: [{ code: 'record_shared' }],
    });
  });

  test('When people took the id out of the deal, then the link still leads to it', () => {
    const linked = deal({ ...written().properties, acculynx_job_id: null });
    expect(plan(job(), { linked })).toMatchObject({ action: 'update', after: { acculynx_job_id: 'j-1' } });
  });
});
