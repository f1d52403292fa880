import { describe, expect, test } from '@jest/globals';
import type { PlannedCreate, PlannedUpdate } from '@ridgeline/contracts/internal';
import { problemOf, type HubspotRecord } from '@ridgeline/hubspot';
import type { RecordReader } from '../../../hubspot-io/read-records.ts';
import { replanJob } from './replan-job.ts';

const readerOf = (...found: readonly HubspotRecord[]): RecordReader => ({
  byId: () => Promise.resolve(new Map()),
  byKey: () => Promise.resolve(new Map()),
  bySourceId: () => Promise.resolve(new Map(found.map((record) => ['j-1', record]))),
});

const refusal = (code: string, ...names: string[]) =>
  problemOf(207, {
    category: 'VALIDATION_ERROR',
    errors: names.map((name) => ({ code, context: { propertyName: [name] } })),
  });

const about = { sourceId: 'j-1', warnings: [], name: 'Job 12', references: [] };
const created: PlannedCreate = {
  ...about,
  action: 'create',
  properties: { acculynx_job_id: 'j-1', dealname: 'x', pipeline: 'p', dealstage: 's', acculynx_city: 'Waco' },
};
const updated: PlannedUpdate = {
  ...about,
  action: 'update',
  hubspotId: '9',
  before: { acculynx_city: 'A', dealstage: 's' },
  after: { acculynx_city: 'Waco', dealstage: 't' },
};

describe('A job that HubSpot refused', () => {
  test('When one of its values is rejected, then it is copied without that, and a warning names it', async () => {
    const planned = await replanJob(created, refusal('INVALID_OPTION', 'acculynx_city'), readerOf());
    expect(planned).toMatchObject({
      action: 'create',
      name: 'Job 12',
      references: [],
      warnings: [
        {
          code: 'value_refused',
          message: 'HubSpot does not accept "Waco" for AccuLynx city; it was left out',
        },
      ],
    });
    expect(planned).not.toHaveProperty('properties.acculynx_city');
  });

  test('When all that was to change is refused, then the deal is as it was', async () => {
    const both = refusal('INVALID_OPTION', 'acculynx_city', 'dealstage');
    expect(await replanJob(updated, both, readerOf())).toMatchObject({ action: 'unchanged', hubspotId: '9' });
  });

  test.each([
    ['the stage', refusal('X', 'dealstage')],
    ['the milestone', refusal('INVALID_OPTION', 'acculynx_milestone')],
    ['what the stage asks of deals', refusal('MISSING_CONDITIONAL_REQUIRED_PROPERTY', 'closedate')],
  ])(
    'When %s is refused, then neither stage nor milestone is written, and the rest is',
    async (_, problem) => {
      const after = {
        ...updated.after,
        acculynx_milestone: 'Approved',
        acculynx_milestone_date: '2026-11-02',
      };
      const before = { ...updated.before, acculynx_milestone: 'Lead', acculynx_milestone_date: null };
      const labels = { dealstage: 'Contract signed' };
      const planned = await replanJob({ ...updated, before, after, labels }, problem, readerOf());
      expect(planned).toEqual({
        ...about,
        action: 'update',
        hubspotId: '9',
        before: { acculynx_city: 'A' },
        after: { acculynx_city: 'Waco' },
        warnings: [expect.objectContaining({ code: 'stage_not_moved' })],
      });
      expect(planned?.warnings[0]?.message).toContain('"Contract signed"');
    },
  );

  test('When a value without which it is no deal is refused with the move, then nothing can be done', async () => {
    const after = { ...updated.after, dealname: 'x' };
    const both = refusal('X', 'dealstage', 'dealname');
    expect(await replanJob({ ...updated, after }, both, readerOf())).toBeNull();
  });

  test.each(['acculynx_job_id', 'dealname', 'dealstage', 'pipeline', 'acculynx_zip'])(
    'When a new deal is refused for its %s, then nothing can be done',
    async (name) => {
      expect(await replanJob(created, refusal('INVALID_OPTION', name), readerOf())).toBeNull();
    },
  );

  test('When HubSpot does not say which value it is, then nothing can be done', async () => {
    expect(await replanJob(created, problemOf(400, {}), readerOf())).toBeNull();
  });

  test('When another deal has got its id since then, then that one is changed, and stays where it is', async () => {
    const other = { id: '10', properties: { acculynx_job_id: 'j-1', dealname: 'y' } };
    const conflict = refusal('CONFLICTING_UNIQUE_VALUE', 'acculynx_job_id');
    expect(await replanJob(created, conflict, readerOf(other))).toEqual({
      ...about,
      action: 'update',
      hubspotId: '10',
      before: { dealname: 'y', acculynx_city: null },
      after: { dealname: 'x', acculynx_city: 'Waco' },
      held: expect.any(String),
    });
    expect(await replanJob(created, conflict, readerOf())).toBeNull();
    expect(await replanJob(updated, conflict, readerOf({ ...other, id: '9' }))).toBeNull();
  });
});
