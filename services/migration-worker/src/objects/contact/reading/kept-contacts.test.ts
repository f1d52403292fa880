import { contactSchema } from '@ridgeline/acculynx';
import { expect, test } from '@jest/globals';
import { KeptContacts } from './kept-contacts.ts';

const aContact = (id: string) => ({
  source: contactSchema.parse({ id }),
  readAt: '2026-11-26T10:00:00.000Z',
});

test('Two connections whose contacts have the same ids each keep their own', () => {
  const [one, other] = [new KeptContacts(), new KeptContacts()];
  one.keep(aContact('a'));
  expect(one.get('a')?.source.id).toBe('a');
  expect(other.get('a')).toBeUndefined();
  other.keep(aContact('a'));
  other.forget('a');
  expect([one.get('a')?.source.id, other.get('a')]).toEqual(['a', undefined]);
});
