import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { FakeHubspotTarget } from '../hubspot-io/testing/fake-hubspot-target.ts';
import { reading } from '../vendors/run-vendor-client.ts';
import { beginExecution, executePlan, type Execution } from './execute-plan.ts';

const create = (sourceId: string, properties: Record<string, string> = {}): PlannedRecord => ({
  sourceId,
  action: 'create',
  warnings: [],
  properties: { acculynx_contact_id: sourceId, lastname: `Name ${sourceId}`, ...properties },
});

const creates = (count: number): PlannedRecord[] =>
  Array.from({ length: count }, (_, index) => create(`c-${String(index)}`));

const planOf = (records: PlannedRecord[]): BatchPlan => ({
  batch: 3,
  revision: 1,
  cursor: { page: 1, offset: 0 },
  records,
});

async function execute(
  target: FakeHubspotTarget,
  records: PlannedRecord[],
): Promise<Execution & { stored: BatchPlan[]; kinds: Record<string, string> }> {
  const stored: BatchPlan[] = [];
  const execution = beginExecution(planOf(records));
  await executePlan(execution, {
    target,
    signals: reading(new AbortController().signal),
    storePlan: (plan) => {
      stored.push(plan);
      return Promise.resolve([]);
    },
  });
  const kinds = Object.fromEntries([...execution.outcomes].map(([id, { kind }]) => [id, kind]));
  return { ...execution, stored, kinds };
}

describe('A plan is executed', () => {
  test('When nothing is to be written, then nothing is sent', async () => {
    const target = new FakeHubspotTarget();
    const { outcomes } = await execute(target, [
      { sourceId: 'a', action: 'unchanged', hubspotId: '1', warnings: [] },
      { sourceId: 'b', action: 'skip', reason: 'no_email', message: 'B has none', warnings: [] },
    ]);
    expect(target.calls).toEqual([]);
    expect([...outcomes]).toEqual([
      ['a', { kind: 'unchanged', hubspotId: '1', reason: null, message: null }],
      ['b', { kind: 'skipped', hubspotId: null, reason: 'no_email', message: 'B has none' }],
    ]);
  });

  test('When it is executed twice, then the portal and the outcomes are the same', async () => {
    const target = new FakeHubspotTarget();
    const id = target.add({ acculynx_contact_id: 'u', lastname: 'Old' });
    const records: PlannedRecord[] = [
      create('c-1'),
      {
        sourceId: 'u',
        action: 'update',
        hubspotId: id,
        warnings: [],
        before: { lastname: 'Old' },
        after: { lastname: 'New' },
      },
    ];
    const first = await execute(target, records);
    const portal = target.contacts;
    const second = await execute(target, records);
    expect(first.kinds).toEqual({ 'c-1': 'created', u: 'updated' });
    expect(second.outcomes).toEqual(first.outcomes);
    expect(target.contacts).toEqual(portal);
  });

  test('When results come in another order, then each record gets its own id', async () => {
    const target = new FakeHubspotTarget();
    const { outcomes } = await execute(target, creates(5));
    for (const [sourceId, { hubspotId }] of outcomes) expect(target.contact(sourceId)?.id).toBe(hubspotId);
  });

  test('When HubSpot leaves a written record out of its answer, then it is read back', async () => {
    const target = new FakeHubspotTarget();
    target.unanswered.add('c-1');
    const { outcomes } = await execute(target, creates(3));
    expect(outcomes.get('c-1')).toMatchObject({ kind: 'created', hubspotId: target.contact('c-1')?.id });
  });

  test('When a record to update was deleted meanwhile, then it is reported as failed', async () => {
    const { outcomes } = await execute(new FakeHubspotTarget(), [
      {
        sourceId: 'u',
        action: 'update',
        hubspotId: '404',
        warnings: [],
        before: {},
        after: { lastname: 'N' },
      },
    ]);
    expect(outcomes.get('u')).toMatchObject({ kind: 'failed', reason: 'hubspot_record_gone' });
  });
});

describe('When HubSpot refuses some records of a batch, then the others are written', () => {
  const option = { category: 'VALIDATION_ERROR', code: 'INVALID_OPTION', property: 'salutation' } as const;
  const anyCulprits = fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { maxLength: 6 });

  for (const status of [207, 400] as const)
    test(`each culprit is reported once, refused by ${String(status)}, and the calls are bounded`, async () => {
      await fc.assert(
        fc.asyncProperty(anyCulprits, async (culprits) => {
          const bad = new Set(culprits.map((index) => `c-${String(index)}`));
          const target = new FakeHubspotTarget();
          target.refuse = (sent) =>
            bad.has(sent['acculynx_contact_id'] ?? '') ? { status, ...option } : null;
          const { outcomes } = await execute(target, creates(100));
          const failed = [...outcomes].filter(([, { kind }]) => kind === 'failed');
          expect(new Set(failed.map(([id]) => id))).toEqual(bad);
          for (const [, outcome] of failed)
            expect(outcome).toMatchObject({
              reason: 'invalid_option',
              message: expect.stringContaining('salutation'),
            });
          expect(outcomes.size).toBe(100);
          expect(target.contacts).toHaveLength(100 - bad.size);
          expect(target.writes.length).toBeLessThanOrEqual(1 + 14 * (status === 400 ? bad.size : 0));
        }),
        { numRuns: 30 },
      );
    });

  test('When HubSpot does not accept an e-mail, then the record goes over without it, by a recorded amendment', async () => {
    const target = new FakeHubspotTarget();
    target.refuse = (sent) =>
      sent['email'] === 'x@y.zzz'
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    const { kinds, stored, plan } = await execute(target, [create('a'), create('b', { email: 'x@y.zzz' })]);
    expect(kinds).toEqual({ a: 'created', b: 'created' });
    expect(target.contact('b')?.properties['email']).toBeUndefined();
    expect(stored).toEqual([plan]);
    expect(plan).toMatchObject({
      revision: 2,
      records: [{ sourceId: 'a' }, { sourceId: 'b', warnings: [{ code: 'invalid_email' }] }],
    });
    expect(plan.records[1]).not.toHaveProperty('withheld');
  });
});

describe('A conflict is planned once more', () => {
  test("When the existing record is nobody's, then it is updated and becomes ours", async () => {
    const target = new FakeHubspotTarget();
    const id = target.add({ email: 'a@b.com', firstname: 'Ann' });
    const { outcomes, stored } = await execute(target, [create('a', { email: 'a@b.com' }), create('b')]);
    expect(outcomes.get('a')).toMatchObject({ kind: 'updated', hubspotId: id });
    expect(outcomes.get('b')).toMatchObject({ kind: 'created' });
    expect(target.contact('a')).toEqual({
      id,
      properties: { email: 'a@b.com', firstname: 'Ann', acculynx_contact_id: 'a', lastname: 'Name a' },
    });
    expect(stored).toMatchObject([
      { revision: 2, records: [{ action: 'update', hubspotId: id }, { action: 'create' }] },
    ]);
  });

  test('When the e-mail is an additional address of the existing record, then its first one stays', async () => {
    const target = new FakeHubspotTarget();
    target.add({ email: 'first@b.com', hs_additional_emails: 'a@b.com' });
    const { kinds } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(kinds).toEqual({ a: 'updated' });
    expect(target.contact('a')?.properties['email']).toBe('first@b.com');
  });

  test("When the existing record is another source record's, then ours is created without the e-mail", async () => {
    const target = new FakeHubspotTarget();
    const other = target.add({ email: 'a@b.com', acculynx_contact_id: 'z' });
    const { outcomes, plan } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(outcomes.get('a')).toMatchObject({ kind: 'created' });
    expect(outcomes.get('a')?.hubspotId).not.toBe(other);
    expect(plan.records[0]?.warnings).toMatchObject([{ code: 'email_in_use' }]);
    expect(plan.records[0]?.withheld).toMatchObject({ email: 'a@b.com' });
  });

  test('When an update meets a taken e-mail, then it goes on without the e-mail', async () => {
    const target = new FakeHubspotTarget();
    target.add({ email: 'a@b.com' });
    const id = target.add({ acculynx_contact_id: 'a' });
    const after = { email: 'a@b.com', lastname: 'N' };
    const { outcomes, plan } = await execute(target, [
      {
        sourceId: 'a',
        action: 'update',
        hubspotId: id,
        warnings: [],
        before: { email: null, lastname: null },
        after,
      },
    ]);
    expect(outcomes.get('a')).toMatchObject({ kind: 'updated' });
    expect(plan.records[0]).toMatchObject({
      withheld: { email: 'a@b.com', name: 'N' },
      warnings: [{ message: expect.stringMatching(/; this one stays without it$/) }],
    });
    expect(target.contact('a')?.properties).toEqual({ acculynx_contact_id: 'a', lastname: 'N' });
  });

  test('When the amendment may not be recorded, then nothing more is written', async () => {
    const target = new FakeHubspotTarget();
    target.add({ email: 'a@b.com' });
    const execution = beginExecution(planOf([create('a', { email: 'a@b.com' })]));
    const lost = new Error('lease lost');
    const executing = executePlan(execution, {
      target,
      signals: reading(new AbortController().signal),
      storePlan: () => Promise.reject(lost),
    });
    await expect(executing).rejects.toBe(lost);
    expect(target.writes).toHaveLength(1);
    expect(target.contact('a')).toBeUndefined();
  });

  test('When it conflicts again, then it is reported as failed and not tried for ever', async () => {
    const target = new FakeHubspotTarget();
    target.refuse = () => ({ status: 409, category: 'CONFLICT' });
    const { outcomes } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(outcomes.get('a')).toMatchObject({ kind: 'failed', reason: 'conflict' });
    expect(target.writes).toHaveLength(2);
  });
});
