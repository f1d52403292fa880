import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import type { FakeHubspotTarget } from '../../../hubspot-io/testing/fake-hubspot-target.ts';
import { executePlan } from '../../../pipeline/execution/execute-plan.ts';
import { beginExecution } from '../../../plans/execution.ts';
import { executeRecords, planOf } from '../../../pipeline/testing/execute-records.ts';
import { reading } from '../../../vendors/run-vendors.ts';
import { contactMigration } from '../contact-migration.ts';
import { contactPortal } from '../testing/contact-portal.ts';

const create = (sourceId: string, properties: Record<string, string> = {}): PlannedRecord => ({
  sourceId,
  action: 'create',
  name: 'A record',
  warnings: [],
  properties: { acculynx_contact_id: sourceId, lastname: `Name ${sourceId}`, ...properties },
});

const execute = (target: FakeHubspotTarget, records: PlannedRecord[]) =>
  executeRecords(contactMigration, target, records);

describe('A rejected email address is left out', () => {
  test('When HubSpot does not accept an email, then the record is copied without it, by a recorded amendment', async () => {
    const target = contactPortal();
    target.refuse = (sent) =>
      sent['email'] === 'x@y.zzz'
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    const { kinds, stored, plan } = await execute(target, [create('a'), create('b', { email: 'x@y.zzz' })]);
    expect(kinds).toEqual({ a: 'created', b: 'created' });
    expect(target.record('b')?.properties['email']).toBeUndefined();
    expect(stored).toEqual([plan]);
    expect(plan).toMatchObject({
      revision: 2,
      records: [
        { sourceId: 'a' },
        { sourceId: 'b', warnings: [{ code: 'invalid_email' }, { code: 'other_emails' }] },
      ],
    });
    expect(plan.records[1]).not.toHaveProperty('deferred');
  });
});

describe('The next address is used', () => {
  const refusing = (...addresses: string[]): FakeHubspotTarget => {
    const target = contactPortal();
    target.refuse = ({ email }) =>
      email !== undefined && addresses.includes(email)
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    return target;
  };
  const properties = { email: 'x@y.zzz', acculynx_other_emails: 'n/a; two@y.zzz; good@b.com' };

  test('When HubSpot refuses the first and the second, then the third is copied, and the contact keeps its name', async () => {
    const target = refusing('x@y.zzz', 'two@y.zzz');
    const record: PlannedRecord = {
      sourceId: 'a',
      action: 'create',
      name: 'Record a',
      warnings: [],
      properties: { acculynx_contact_id: 'a', ...properties },
    };
    const { kinds, plan } = await execute(target, [record]);
    expect(kinds).toEqual({ a: 'created' });
    expect(target.record('a')?.properties).toMatchObject({
      email: 'good@b.com',
      acculynx_other_emails: 'n/a; x@y.zzz; two@y.zzz',
    });
    expect(plan.records[0]).toMatchObject({ key: 'good@b.com', name: 'Record a' });
    expect(plan.records[0]?.warnings.map(({ message }) => message)).toEqual([
      'HubSpot does not accept the email address x@y.zzz; two@y.zzz was copied instead',
      'HubSpot does not accept the email address two@y.zzz; good@b.com was copied instead',
      expect.stringContaining('are in "AccuLynx other emails"'),
    ]);
  });

  test('When it refuses all, then the contact is copied without one, and all stand among the others', async () => {
    const target = refusing('x@y.zzz', 'two@y.zzz', 'good@b.com');
    const { kinds } = await execute(target, [create('a', properties)]);
    expect(kinds).toEqual({ a: 'created' });
    expect(target.record('a')?.properties['email']).toBeUndefined();
    expect(target.record('a')?.properties['acculynx_other_emails']).toBe(
      'n/a; x@y.zzz; two@y.zzz; good@b.com',
    );
  });

  test('When another contact of HubSpot has the next one, then the contact is copied without it', async () => {
    const target = refusing('x@y.zzz');
    target.add({ acculynx_contact_id: 'b', email: 'good@b.com' });
    const { kinds } = await execute(target, [
      create('a', { email: 'x@y.zzz', acculynx_other_emails: 'good@b.com' }),
    ]);
    expect(kinds).toEqual({ a: 'created' });
    expect(target.record('a')?.properties['email']).toBeUndefined();
  });

  test('When a later run finds the next one in HubSpot, then nothing changes', async () => {
    const target = refusing('x@y.zzz');
    const before = { email: 'good@b.com', acculynx_other_emails: 'x@y.zzz' };
    const hubspotId = target.add({ acculynx_contact_id: 'a', ...before });
    const after = { email: 'x@y.zzz', acculynx_other_emails: 'good@b.com' };
    const { kinds } = await execute(target, [
      { sourceId: 'a', action: 'update', hubspotId, name: 'Record a', warnings: [], before, after },
    ]);
    expect(kinds).toEqual({ a: 'unchanged' });
  });
});

describe('The warning of an email that users entered in HubSpot', () => {
  const warning = (after: string) => ({
    code: 'email_overwritten' as const,
    message: `the email address own@b.com was entered in HubSpot; ${after} from AccuLynx replaces it`,
    replaced: { before: 'own@b.com', after },
  });

  test.each([
    ['another one of AccuLynx replaces it', 'good@b.com', [warning('good@b.com').message]],
    ['the next one of AccuLynx is the same', 'own@b.com', []],
    ['none replaces it', '', []],
  ])('When HubSpot refuses the first address and %s, then the warning says so', async (_, next, told) => {
    const target = contactPortal();
    target.refuse = ({ email }) =>
      email === 'x@y.zzz'
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    const hubspotId = target.add({ acculynx_contact_id: 'a', email: 'own@b.com' });
    const { plan } = await execute(target, [
      {
        sourceId: 'a',
        action: 'update',
        hubspotId,
        name: 'Record a',
        warnings: [warning('x@y.zzz')],
        before: { email: 'own@b.com', acculynx_other_emails: null },
        after: { email: 'x@y.zzz', acculynx_other_emails: next },
      },
    ]);
    const overwritten = plan.records[0]?.warnings.filter(({ code }) => code === 'email_overwritten') ?? [];
    expect(overwritten.map(({ message }) => message)).toEqual(told);
  });
});

describe('A rejected address is added to the other ones', () => {
  const refusing = (): FakeHubspotTarget => {
    const target = contactPortal();
    target.refuse = ({ email }) =>
      email === 'x@y.zzz'
        ? { status: 207, category: 'VALIDATION_ERROR', code: 'INVALID_EMAIL', property: 'email' }
        : null;
    return target;
  };
  const othersOf = (target: FakeHubspotTarget) => target.record('a')?.properties['acculynx_other_emails'];

  test('When the contact is new, then it follows them', async () => {
    const target = refusing();
    const warnings = [{ code: 'other_emails' as const, message: 'told before' }];
    const properties = { email: 'x@y.zzz', acculynx_other_emails: 'ask Bo' };
    const { plan } = await execute(target, [{ ...create('a', properties), warnings }]);
    expect(othersOf(target)).toBe('ask Bo; x@y.zzz');
    expect(plan.records[0]?.warnings.map(({ code }) => code)).toEqual(['invalid_email', 'other_emails']);
  });

  test('When it has been among them since an earlier run, then nothing is written', async () => {
    const target = refusing();
    const others = { acculynx_other_emails: 'x@y.zzz; ask Bo' };
    const hubspotId = target.add({ acculynx_contact_id: 'a', ...others });
    const before = { email: null, ...others };
    const after = { email: 'x@y.zzz', acculynx_other_emails: 'ask Bo' };
    const { kinds } = await execute(target, [
      { sourceId: 'a', action: 'update', hubspotId, name: 'Record a', warnings: [], before, after },
    ]);
    expect(kinds).toEqual({ a: 'unchanged' });
    expect(othersOf(target)).toBe('x@y.zzz; ask Bo');
  });

  test('When the contact keeps the one that it has, then that one does not stand there', async () => {
    const target = refusing();
    const hubspotId = target.add({ acculynx_contact_id: 'a', email: 'old@b.com' });
    const before = { email: 'old@b.com', acculynx_other_emails: null };
    const after = { email: 'x@y.zzz', acculynx_other_emails: 'old@b.com' };
    await execute(target, [
      { sourceId: 'a', action: 'update', hubspotId, name: 'Record a', warnings: [], before, after },
    ]);
    expect(target.record('a')?.properties).toMatchObject({
      email: 'old@b.com',
      acculynx_other_emails: 'x@y.zzz',
    });
  });

  test('When the address turns out to be that of a record which becomes ours, then what it has does not stand there', async () => {
    const target = contactPortal();
    target.add({ email: 'a@b.com', hs_additional_emails: 'alt@b.com' });
    const others = { acculynx_other_emails: 'alt@b.com; n/a' };
    const { plan } = await execute(target, [create('a', { email: 'a@b.com', ...others })]);
    expect(othersOf(target)).toBe('n/a');
    expect(plan.records[0]?.warnings).toMatchObject([{ code: 'other_emails' }]);
  });
});

describe('A conflict is planned again', () => {
  test('When the existing record carries no source id, then it is updated and becomes ours', async () => {
    const target = contactPortal();
    const id = target.add({ email: 'a@b.com', firstname: 'Ann' });
    const { outcomes, stored } = await execute(target, [create('a', { email: 'a@b.com' }), create('b')]);
    expect(outcomes.get('a')).toMatchObject({ outcome: 'updated', hubspotId: id });
    expect(outcomes.get('b')).toMatchObject({ outcome: 'created' });
    expect(target.record('a')).toEqual({
      id,
      properties: { email: 'a@b.com', firstname: 'Ann', acculynx_contact_id: 'a', lastname: 'Name a' },
    });
    expect(stored).toMatchObject([
      { revision: 2, records: [{ action: 'update', hubspotId: id }, { action: 'create' }] },
    ]);
  });

  test('When the email is an additional address of the existing record, then its first one stays', async () => {
    const target = contactPortal();
    target.add({ email: 'first@b.com', hs_additional_emails: 'a@b.com' });
    const { kinds } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(kinds).toEqual({ a: 'updated' });
    expect(target.record('a')?.properties['email']).toBe('first@b.com');
  });

  test("When the existing record is another source record's, then ours is created without the email", async () => {
    const target = contactPortal();
    const other = target.add({ email: 'a@b.com', acculynx_contact_id: 'z' });
    const { outcomes, plan } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(outcomes.get('a')).toMatchObject({ outcome: 'created' });
    expect(outcomes.get('a')?.hubspotId).not.toBe(other);
    expect(plan.records[0]?.warnings).toMatchObject([{ code: 'email_in_use' }, { code: 'other_emails' }]);
    expect(plan.records[0]?.deferred).toMatchObject({ value: 'a@b.com' });
    expect(target.record('a')?.properties['acculynx_other_emails']).toBe('a@b.com');
  });

  test('When an update meets a taken email, then it continues without the email', async () => {
    const target = contactPortal();
    target.add({ email: 'a@b.com' });
    const id = target.add({ acculynx_contact_id: 'a' });
    const after = { email: 'a@b.com', lastname: 'N' };
    const { outcomes, plan } = await execute(target, [
      {
        sourceId: 'a',
        action: 'update',
        hubspotId: id,
        name: 'N',
        warnings: [],
        before: { email: null, lastname: null },
        after,
      },
    ]);
    expect(outcomes.get('a')).toMatchObject({ outcome: 'updated' });
    expect(plan.records[0]).toMatchObject({
      deferred: { value: 'a@b.com', name: 'N' },
      warnings: [{ message: expect.stringMatching(/; this contact gets none$/) }, { code: 'other_emails' }],
    });
    expect(target.record('a')?.properties).toEqual({
      acculynx_contact_id: 'a',
      lastname: 'N',
      acculynx_other_emails: 'a@b.com',
    });
  });

  test('When the amendment may not be recorded, then nothing more is written', async () => {
    const target = contactPortal();
    target.add({ email: 'a@b.com' });
    const execution = beginExecution(planOf([create('a', { email: 'a@b.com' })]));
    const lost = new Error('lease lost');
    const executing = executePlan(execution, {
      object: contactMigration,
      target,
      signals: reading(new AbortController().signal),
      storePlan: () => Promise.reject(lost),
    });
    await expect(executing).rejects.toBe(lost);
    expect(target.writes).toHaveLength(1);
    expect(target.record('a')).toBeUndefined();
  });

  test('When it conflicts again, then it is reported as failed and not tried for ever', async () => {
    const target = contactPortal();
    target.refuse = () => ({ status: 409, category: 'CONFLICT' });
    const { outcomes } = await execute(target, [create('a', { email: 'a@b.com' })]);
    expect(outcomes.get('a')).toMatchObject({ outcome: 'failed', reason: 'conflict' });
    expect(target.writes).toHaveLength(2);
  });
});
