import { contactType } from '@ridgeline/contracts';
import type { RecordIdentity } from '@ridgeline/contracts/internal';
import { describe, expect, test } from '@jest/globals';
import { recordReader } from '../../../hubspot-io/read-records.ts';
import type { FakeHubspotTarget } from '../../../hubspot-io/testing/fake-hubspot-target.ts';
import type { WrittenByUs } from '../../../hubspot-io/written-by-us.ts';
import { findCounterparts } from './find-counterparts.ts';
import { mapContact } from '../mapping/map-contact.ts';
import { aContact } from '../testing/a-contact-run.ts';
import { contactPortal } from '../testing/contact-portal.ts';

const emailOf = (index: number): string => `c${String(index)}@example.com`;

const about = (index: number, known: Partial<RecordIdentity> = {}) => {
  const record = mapContact(aContact(index));
  const identity = {
    sourceId: record.sourceId,
    hubspotId: null,
    keyTakenBy: null,
    seenInBatch: null,
    ...known,
  };
  return { record, identity };
};

const none: WrittenByUs = () => Promise.resolve(new Map());

const find = (
  group: ReturnType<typeof about>[],
  target: FakeHubspotTarget,
  { noSourceIds = false, writtenByUs = none } = {},
) =>
  findCounterparts(
    group,
    { read: recordReader(target, contactType, new AbortController().signal), noSourceIds },
    { writtenByUs },
  );

describe('The counterparts of a group are looked up with as few calls as they need', () => {
  test('When all of a hundred are linked and nothing changed, then one call tells', async () => {
    const target = contactPortal();
    const group = Array.from({ length: 100 }, (_, index) => {
      const hubspotId = target.add({ acculynx_contact_id: `c-${String(index)}`, email: emailOf(index) });
      return about(index, { hubspotId });
    });
    const found = await find(group, target);
    expect(found.every(({ linked }, index) => linked?.id === group[index]?.identity.hubspotId)).toBe(true);
    expect(target.calls.map(({ ids }) => ids.length)).toEqual([100]);
  });

  test('When nothing is known, then source ids and emails are looked up concurrently', async () => {
    const target = contactPortal();
    const id = target.add({ acculynx_contact_id: 'c-0' });
    const owner = target.add({ email: emailOf(1) });
    const [first, second] = await find([about(0), about(1)], target);
    expect(first).toMatchObject({ linked: null, bySource: { id }, byEmail: null });
    expect(second).toMatchObject({ linked: null, bySource: null, byEmail: { id: owner } });
    expect(target.calls).toHaveLength(2);
  });

  test('When no record carries a source id, then nothing is asked for by it', async () => {
    const target = contactPortal();
    await find([about(0), about(1)], target, { noSourceIds: true });
    expect(target.calls.map(({ ids }) => ids)).toEqual([[emailOf(0), emailOf(1)]]);
  });

  test('When a link leads nowhere or to another record, then the source id is asked for, whatever the portal is said to hold', async () => {
    const target = contactPortal();
    const foreign = target.add({ acculynx_contact_id: 'of-another' });
    const ours = target.add({ acculynx_contact_id: 'c-1', email: emailOf(1) });
    const group = [about(0, { hubspotId: '404' }), about(1, { hubspotId: foreign })];
    const [gone, wrong] = await find(group, target, { noSourceIds: true });
    expect(gone).toMatchObject({ linked: null, bySource: null });
    expect(wrong).toMatchObject({ linked: { id: foreign }, bySource: { id: ours } });
    expect(target.calls.map(({ ids }) => ids)).toEqual([['404', foreign], ['c-0', 'c-1'], [emailOf(0)]]);
  });

  test('When a linked record has another email, then the owner of the new one is looked up, unless another record of the run has it', async () => {
    const target = contactPortal();
    const owner = target.add({ email: emailOf(0) });
    const linked = [0, 1].map((index) =>
      target.add({ acculynx_contact_id: `c-${String(index)}`, email: `old${String(index)}@example.com` }),
    );
    const group = [
      about(0, { hubspotId: linked[0] ?? '' }),
      about(1, { hubspotId: linked[1] ?? '', keyTakenBy: 'z' }),
    ];
    const [first] = await find(group, target);
    expect(first?.byEmail?.id).toBe(owner);
    expect(target.calls.map(({ ids }) => ids)).toEqual([linked, [emailOf(0)]]);
  });
});

describe('The author of an email is looked up where it would be replaced, and only there', () => {
  test('When people wrote it, then it is named; when we did, or it stays, then it is not', async () => {
    const target = contactPortal();
    const linked = ['theirs', 'ours'].map((name, index) => {
      const properties = { acculynx_contact_id: `c-${String(index)}`, email: `${name}@example.com` };
      return target.add(properties);
    });
    const [theirs = '', ours = ''] = linked;
    const same = target.add({ acculynx_contact_id: 'c-2', email: emailOf(2) });
    const empty = target.add({ acculynx_contact_id: 'c-3' });
    const found = target.add({ acculynx_contact_id: 'c-4', email: 'unlinked@example.com' });
    const held = target.add({ acculynx_contact_id: 'c-5', email: 'held@example.com' });
    target.add({ email: emailOf(5) });
    const asked: string[][] = [];
    const writtenByUs: WrittenByUs = (properties) => {
      asked.push([...properties].map(([id, names]) => [id, ...names].join(' ')));
      return Promise.resolve(new Map([[ours, new Set(['email'])]]));
    };
    const group = [
      about(0, { hubspotId: theirs }),
      about(1, { hubspotId: ours }),
      about(2, { hubspotId: same }),
      about(3, { hubspotId: empty }),
      about(4),
      about(5, { hubspotId: held }),
    ];
    const counterparts = await find(group, target, { writtenByUs });
    expect(counterparts.map(({ foreignEmail }) => foreignEmail)).toEqual([
      'theirs@example.com',
      null,
      null,
      null,
      'unlinked@example.com',
      null,
    ]);
    expect(asked).toEqual([[`${theirs} email`, `${ours} email`, `${found} email`]]);
  });
});
