import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import type { Author, LastAuthors } from '../hubspot-io/written-by-us.ts';
import { joinMarks } from '../hubspot-io/written-marks.ts';
import { marked } from '../objects/contact/testing/plan-a-contact.ts';
import { contactForm } from '../objects/contact/mapping/contact-comparison.ts';
import { leaveChanged } from './leave-changed.ts';
import { aDueRecord } from './testing.ts';

const writtenAt = '2026-11-25T10:00:00.000Z';
const check = { digest: '1:one', writtenAt };
const due = [aDueRecord('a', { hubspotId: '1', check }), aDueRecord('b', { hubspotId: '2' })];
const at = (minutes: number): number => Date.parse(writtenAt) + minutes * 60_000;
const ours: Author = { isOurs: true, by: 'INTEGRATION', sourceId: null, at: at(0) };
const person: Author = { isOurs: false, by: 'CRM_UI', sourceId: null, at: at(60) };

const update = (sourceId = 'a', digest = '1:one'): PlannedRecord => ({
  sourceId,
  name: 'Ann',
  warnings: [
    { code: 'email_overwritten', message: 'was overwritten', field: 'email' },
    { code: 'no_mailing_address', message: 'has none' },
  ],
  digest,
  action: 'update',
  hubspotId: '1',
  before: { email: 'x@y.co', city: null },
  after: { email: 'a@b.co', city: 'Boise' },
  held: marked({ firstname: 'Ann' }),
});

/** The remaining plans when others, or we, wrote these values; the other values have no known author. */
async function reviewed(record: PlannedRecord, authors: Readonly<Record<string, Author>>, kind = 'contact') {
  const asked: (readonly string[])[] = [];
  const authorsOf: LastAuthors = (of) => {
    asked.push([...of.values()].flatMap((names) => [...names]));
    return Promise.resolve(new Map([...of.keys()].map((id) => [id, new Map(Object.entries(authors))])));
  };
  const rules = { kind: 'contact', form: contactForm, authorsOf };
  const [planned] = (await leaveChanged(due, rules)?.([record], kind)) ?? [];
  return { planned, asked: asked.flat() };
}

describe('Plans of records that HubSpot does not have as they were written', () => {
  test('When a person changed one of the values since then, then it is left, stays known, and no warning says that it was written', async () => {
    const { planned, asked } = await reviewed(update(), { email: person, city: ours });
    expect(planned).toMatchObject({
      action: 'update',
      digest: '1:one',
      before: { city: null },
      after: { city: 'Boise' },
      warnings: [{ code: 'no_mailing_address' }],
      held: joinMarks(marked({ firstname: 'Ann' }), marked({ email: 'a@b.co' })),
    });
    expect(asked).toEqual(['email', 'city']);
  });

  test('When others changed all of them, then nothing is written', async () => {
    const { planned } = await reviewed(update(), { email: person, city: person });
    expect(planned).toMatchObject({ action: 'unchanged', hubspotId: '1', digest: '1:one' });
  });

  test.each<[who: string, author: Author | undefined]>([
    ['we wrote it last', ours],
    ['HubSpot tells no history', undefined],
    ['a person wrote it long before our write', { ...person, at: at(-16) }],
  ])('When %s, then it is written again', async (_who, author) => {
    const authors = author ? { email: author, city: author } : {};
    expect((await reviewed(update(), authors)).planned).toEqual(update());
  });

  test('When a person wrote it shortly before our plan was stored, or its time is unknown, then it is left', async () => {
    for (const moment of [at(-14), Number.NaN]) {
      const { planned } = await reviewed(update(), { email: { ...person, at: moment } });
      expect(planned).toHaveProperty('after', { city: 'Boise' });
    }
  });

  test('When the source has changed since then, or an event made the record due, then it is copied as planned', async () => {
    for (const record of [update('a', '1:two'), update('b')]) {
      const { planned, asked } = await reviewed(record, { email: person, city: person });
      expect(planned).toEqual(record);
      expect(asked).toEqual([]);
    }
  });

  test('When the record was deleted in HubSpot since then, then it is not created again', async () => {
    const about = { sourceId: 'a', name: 'Ann', warnings: [], digest: '1:one' };
    const { planned } = await reviewed({ ...about, action: 'create', properties: { city: 'Boise' } }, {});
    expect(planned).toEqual({ ...about, action: 'unchanged', hubspotId: '1' });
  });

  test('When no record of a round was compared, then there is nothing to review', () => {
    const authorsOf = () => Promise.reject(new Error('asked'));
    expect(
      leaveChanged([aDueRecord('b')], { kind: 'contact', form: contactForm, authorsOf }),
    ).toBeUndefined();
  });
});
