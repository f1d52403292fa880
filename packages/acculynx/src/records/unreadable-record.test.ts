import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { contactSchema } from './contact.ts';
import { id } from './lenient.ts';
import { pageOf } from './list-answer.ts';
import { UnreadableRecord } from './unreadable-record.ts';

const itemsOf = <S extends z.ZodType>(schema: S, items: readonly unknown[]) =>
  pageOf(schema).parse({ items }).items;
const contactsOf = (...items: readonly unknown[]) => itemsOf(contactSchema, items);
const idsOf = (...items: readonly unknown[]) => contactsOf(...items).map((one) => one.id);

describe('A record of a list cannot be read', () => {
  test('When it has no id, then the field, its name and nothing else of it are known, and the others are read', () => {
    const [first, second] = contactsOf({ id: 7, firstName: 'Bo', lastName: 'Diaz' }, { id: 'c-1' });
    expect(first).toBeInstanceOf(UnreadableRecord);
    expect(Object.entries(first ?? {})).toEqual([
      ['id', expect.stringMatching(/^unreadable\/[0-9a-f]{16}$/)],
      ['name', 'Bo Diaz'],
      ['field', 'id'],
    ]);
    expect(second).toMatchObject({ id: 'c-1', emailAddresses: [] });
  });

  test.each([[null], ['c-1'], [7], [['c-1']]])(
    'When it is %j, then no field is at fault, and it has no name',
    (item) => {
      expect(contactsOf(item)).toMatchObject([{ name: null, field: '' }]);
    },
  );

  test('When another field is at fault, then it keeps its own id', () => {
    const schema = z.object({ id, sum: z.object({ cents: z.number() }) });
    const item = { id: 'e-1', companyName: 'Okafor LLC', sum: { cents: 'many' } };
    expect(itemsOf(schema, [item])).toMatchObject([{ id: 'e-1', name: 'Okafor LLC', field: 'sum.cents' }]);
  });

  test('When the list shifts, then one without an id is known by what it holds, and is no other one', () => {
    const [bo, al] = [
      { id: null, firstName: 'Bo' },
      { id: null, firstName: 'Al' },
    ];
    const [idOfBo, idOfAl] = idsOf(bo, al);
    expect(idsOf(al, { id: 'c-1' }, bo)).toEqual([idOfAl, 'c-1', idOfBo]);
    expect(idOfBo).not.toBe(idOfAl);
  });

  test('When several hold nothing, then each is known by its place', () => {
    const nothing = [null, {}, { id: null, firstName: '' }, null];
    expect(new Set(idsOf(...nothing)).size).toBe(4);
    expect(idsOf(...nothing)).toEqual(idsOf(...nothing));
  });
});
