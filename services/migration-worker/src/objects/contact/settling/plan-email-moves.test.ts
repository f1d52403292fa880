import { contactType } from '@ridgeline/contracts';
import type { OpenValue, PlannedRecord } from '@ridgeline/contracts/internal';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { emailsOf } from '../mapping/other-values.ts';
import { planEmailMoves } from './plan-email-moves.ts';

/** A contact as HubSpot has it: its id is its source id with `hs-` before it. */
const contact = (
  sourceId: string,
  email: string | null,
  more: Record<string, string> = {},
): HubspotRecord => ({
  id: `hs-${sourceId}`,
  properties: { [contactType.sourceIdProperty]: sourceId, email, ...more },
});

const wants = (sourceId: string, email: string, change: Partial<OpenValue> = {}): OpenValue => ({
  sourceId,
  property: 'email',
  value: email,
  name: `Name ${sourceId}`,
  properties: {},
  hubspotId: `hs-${sourceId}`,
  putBack: false,
  ...change,
});

const portalOf = (contacts: readonly HubspotRecord[]) => ({
  owners: new Map(contacts.flatMap((record) => emailsOf(record).map((email) => [email, record]))),
  records: new Map(contacts.map((record) => [record.id, record])),
});

const plan = (
  open: readonly OpenValue[],
  contacts: readonly HubspotRecord[],
  released: readonly string[] = [],
): PlannedRecord[] => planEmailMoves({ open, ...portalOf(contacts), released: new Set(released) });

/** Each move as `[source id, address before, address after]`. */
const moves = (...question: Parameters<typeof plan>) =>
  plan(...question).map((record) => {
    if (record.action === 'create') return [record.sourceId, 'new', record.properties['email']];
    return record.action === 'update'
      ? [record.sourceId, record.before['email'] ?? null, record.after['email']]
      : [record.sourceId, record.action];
  });

describe('Deferred emails find their records', () => {
  test('When no contact has the address, then it is given, with the value before', () => {
    expect(plan([wants('b', 'x@b.com')], [contact('b', 'old@b.com')])).toEqual([
      {
        sourceId: 'b',
        name: 'Name b',
        action: 'update',
        hubspotId: 'hs-b',
        warnings: [],
        deferred: { property: 'email', value: 'x@b.com', name: 'Name b', properties: {} },
        before: { email: 'old@b.com' },
        after: { email: 'x@b.com' },
        held: '',
      },
    ]);
  });

  test('When several ask for a free address, then the first gets it, but before it one that frees by it what others wait for', () => {
    const [first, second] = [wants('a', 'x@b.com'), wants('b', 'x@b.com')];
    const contacts = [contact('a', null), contact('b', 'old@b.com'), contact('c', null)];
    expect(moves([first, second], contacts)).toEqual([['a', null, 'x@b.com']]);
    expect(moves([first, second, wants('c', 'old@b.com')], contacts)).toEqual([
      ['b', 'old@b.com', 'x@b.com'],
    ]);
  });

  test('When two swap addresses, and a third that has none asks for one of them first, then the two get theirs', () => {
    const open = [wants('third', 'x@b.com'), wants('a', 'y@b.com'), wants('b', 'x@b.com')];
    const third = contact('third', null);
    expect(moves(open, [third, contact('a', 'x@b.com'), contact('b', 'y@b.com')])).toEqual([
      ['a', 'x@b.com', ''],
    ]);
    const former = wants('a', 'x@b.com', { putBack: true });
    expect(moves([...open, former], [third, contact('a', null), contact('b', 'y@b.com')], ['a'])).toEqual([
      ['b', 'y@b.com', 'x@b.com'],
    ]);
    expect(moves(open.slice(0, 2), [third, contact('a', null), contact('b', 'x@b.com')], ['a'])).toEqual([
      ['a', null, 'y@b.com'],
    ]);
  });

  test('When the record was skipped because it lacked the address, then it is created with all that it has', () => {
    const open = wants('b', 'x@b.com', { hubspotId: null, properties: { phone: '1' } });
    expect(plan([open], [])).toMatchObject([
      { action: 'create', properties: { [contactType.sourceIdProperty]: 'b', phone: '1', email: 'x@b.com' } },
    ]);
  });

  test('When a contact that does not move has it, as first or additional address, then nothing happens', () => {
    const asker = contact('b', null);
    expect(moves([wants('b', 'x@b.com')], [asker, contact('a', 'x@b.com')])).toEqual([]);
    const additional = contact('a', 'a@b.com', { hs_additional_emails: 'x@b.com' });
    expect(moves([wants('b', 'x@b.com'), wants('a', 'b@b.com')], [asker, additional])).toMatchObject([
      ['a', 'a@b.com', 'b@b.com'],
    ]);
  });

  test('When the record has it already, is gone or is another contact by now, then nothing happens', () => {
    const open = [wants('b', 'x@b.com')];
    expect(moves(open, [contact('b', 'x@b.com')])).toEqual([]);
    expect(moves(open, [])).toEqual([]);
    expect(moves(open, [{ ...contact('c', null), id: 'hs-b' }])).toEqual([]);
  });

  test('When two swap, then one gives its address up first, and never twice', () => {
    const open = [wants('a', 'y@b.com'), wants('b', 'x@b.com')];
    const portal = [contact('a', 'x@b.com'), contact('b', 'y@b.com')];
    expect(moves(open, portal)).toEqual([['a', 'x@b.com', '']]);
    expect(moves(open, portal, ['a'])).toEqual([]);
  });

  test('When a record keeps an address only because its own is taken, then the contact that has the address now gets it', () => {
    const open = [wants('stuck', 'shared@b.com'), wants('waits', 'kept@b.com')];
    const holder = contact('holder', 'shared@b.com');
    const portal = [holder, contact('stuck', 'Kept@b.com'), contact('waits', null)];
    expect(moves(open, portal)).toEqual([['stuck', 'Kept@b.com', '']]);
    const back = wants('stuck', 'kept@b.com', { putBack: true });
    const released = [holder, contact('stuck', null), contact('waits', null)];
    expect(moves([...open, back], released, ['stuck'])).toEqual([['waits', null, 'kept@b.com']]);
    expect(
      moves([...open, back], [holder, contact('stuck', null), contact('waits', 'kept@b.com')], ['stuck']),
    ).toEqual([]);
  });

  test('When no one waits for the address that is kept, or it is also an own one, or the holder waits too, then it is kept', () => {
    const portal = [
      contact('holder', 'shared@b.com'),
      contact('stuck', 'kept@b.com'),
      contact('waits', null),
    ];
    const stuck = wants('stuck', 'shared@b.com');
    expect(moves([stuck], portal)).toEqual([]);
    const ofBoth = { properties: { acculynx_other_emails: 'shared@b.com; Kept@b.com' } };
    expect(moves([wants('stuck', 'shared@b.com', ofBoth), wants('waits', 'kept@b.com')], portal)).toEqual([]);
    const chain = [stuck, wants('waits', 'kept@b.com'), wants('holder', 'last@b.com')];
    expect(moves(chain, [...portal, contact('last', 'last@b.com')])).toEqual([
      ['holder', 'shared@b.com', ''],
    ]);
  });

  test('When one swaps whose address is an additional one of the other, then nothing is taken away', () => {
    const portal = [contact('a', 'x@b.com'), contact('b', 'z@b.com', { hs_additional_emails: 'y@b.com' })];
    expect(moves([wants('a', 'y@b.com'), wants('b', 'x@b.com')], portal)).toEqual([]);
  });

  test('When a record may get its own address or the one it released, then it gets its own', () => {
    const open = [wants('a', 'x@b.com', { putBack: true }), wants('a', 'y@b.com')];
    expect(moves(open, [contact('a', null)])).toEqual([['a', null, 'y@b.com']]);
  });

  test('When our text property holds the address, then it leaves that property, and the address that it replaces comes in', () => {
    const others = { acculynx_other_emails: 'alt@b.com; X@b.com' };
    const [alone] = plan([wants('b', 'x@b.com')], [contact('b', null, others)]);
    expect(alone).toMatchObject({
      before: { email: null, ...others },
      after: { email: 'x@b.com', acculynx_other_emails: 'alt@b.com' },
    });
    const [last] = plan([wants('b', 'x@b.com')], [contact('b', null, { acculynx_other_emails: 'x@b.com' })]);
    expect(last).toHaveProperty('after', { email: 'x@b.com', acculynx_other_emails: '' });

    const properties = { acculynx_other_emails: 'alt@b.com; x@b.com; old@b.com' };
    const open = wants('b', 'x@b.com', { properties });
    expect(plan([open], [contact('b', 'old@b.com', others)])[0]).toHaveProperty('after', {
      email: 'x@b.com',
      acculynx_other_emails: 'alt@b.com; old@b.com',
    });
    const created = plan([{ ...open, hubspotId: null }], [])[0];
    expect(created).toHaveProperty('properties.acculynx_other_emails', 'alt@b.com; old@b.com');
  });

  test('When a new record has no other address, then it gets no such text', () => {
    const properties = { phone: '1', acculynx_other_emails: 'x@b.com' };
    const [created] = plan([wants('b', 'x@b.com', { hubspotId: null, properties })], []);
    expect(created).toHaveProperty('properties', { acculynx_contact_id: 'b', phone: '1', email: 'x@b.com' });
  });

  test('Whatever addresses contacts exchange, all arrive within three steps each, and at most one of a circle is without', () => {
    const anyExchange = fc.integer({ min: 1, max: 12 }).chain((count) =>
      fc.record({
        order: fc.shuffledSubarray(
          Array.from({ length: count }, (_, i) => i),
          { minLength: count },
        ),
        moved: fc.array(fc.boolean(), { minLength: count, maxLength: count }),
      }),
    );
    fc.assert(
      fc.property(anyExchange, ({ order, moved }) => {
        const portal = new Map(order.map((_, i) => [`hs-${i}`, contact(String(i), `e${i}@b.com`)]));
        const wanted = order.map((to, i) => (moved[to] ? `new${to}@b.com` : `e${to}@b.com`) + `|${i}`);
        const released = new Set<string>();
        let steps = 0;
        for (;;) {
          const open = wanted.flatMap((text) => {
            const [email = '', i = ''] = text.split('|');
            return portal.get(`hs-${i}`)?.properties['email'] === email ? [] : [wants(i, email)];
          });
          const planned = planEmailMoves({ open, ...portalOf([...portal.values()]), released });
          if (planned.length === 0) break;
          steps += 1;
          for (const record of planned) {
            if (record.action !== 'update') continue;
            const email = record.after['email'] ?? null;
            expect([...portal.values()].some((one) => email && one.properties['email'] === email)).toBe(
              false,
            );
            if (email === '') released.add(record.sourceId);
            portal.set(record.hubspotId, contact(record.sourceId, email));
          }
        }
        for (const text of wanted) {
          const [email, i = ''] = text.split('|');
          expect(portal.get(`hs-${i}`)?.properties['email']).toBe(email);
        }
        expect(steps).toBeLessThanOrEqual(order.length + 1);
        expect(released.size).toBeLessThanOrEqual(order.length / 2);
      }),
    );
  });

  test('Whatever addresses contacts want, also the same one, one that a single contact wants is its in the end', () => {
    const anyWishes = fc.integer({ min: 1, max: 8 }).chain((count) => {
      const place = fc.integer({ min: 0, max: count - 1 });
      const each = { minLength: count, maxLength: count };
      return fc.record({ wanted: fc.array(place, each), empty: fc.array(fc.boolean(), each) });
    });
    const address = (place: number): string => `e${place}@b.com`;
    fc.assert(
      fc.property(anyWishes, ({ wanted, empty }) => {
        const emails = new Map(wanted.map((_, i) => [String(i), empty[i] ? null : address(i)]));
        const released = new Map<string, string>();
        for (let steps = 0; ; steps += 1) {
          expect(steps).toBeLessThanOrEqual(3 * wanted.length);
          const open = wanted.flatMap((to, i) => {
            const [id, back] = [String(i), released.get(String(i))];
            if (emails.get(id) === address(to)) return [];
            const putBack = back && emails.get(id) === null ? [wants(id, back, { putBack: true })] : [];
            return [wants(id, address(to)), ...putBack];
          });
          const contacts = [...emails].map(([id, email]) => contact(id, email));
          const planned = plan(open, contacts, [...released.keys()]);
          if (planned.length === 0) break;
          for (const record of planned) {
            if (record.action !== 'update') continue;
            const email = record.after['email'] ?? '';
            if (email === '') released.set(record.sourceId, record.before['email'] ?? '');
            emails.set(record.sourceId, email === '' ? null : email);
          }
        }
        const held = [...emails.values()].filter((email) => email !== null);
        expect(new Set(held).size).toBe(held.length);
        for (const [i, to] of wanted.entries())
          if (wanted.indexOf(to) === wanted.lastIndexOf(to)) expect(emails.get(String(i))).toBe(address(to));
      }),
      { numRuns: 500 },
    );
  });
});
