import { contactSchema } from '@ridgeline/acculynx';
import { describe, expect, test } from '@jest/globals';
import { correctContact } from './correct-contact.ts';
import { mapContact } from './map-contact.ts';

const mapped = (addresses: readonly string[], fields: Readonly<Record<string, unknown>> = {}) =>
  mapContact(
    contactSchema.parse({
      id: 'c-1',
      lastName: 'Okafor',
      emailAddresses: addresses.map((address) => ({ address })),
      ...fields,
    }),
  );

describe('A contact with corrected values', () => {
  test('When its email address is corrected, then the new one takes the place of the one that would be copied, and the others stay', () => {
    expect(
      correctContact(mapped(['bad@acme.con', 'old@acme.com', 'x@acme.com']), { email: 'New@Acme.com' }),
    ).toMatchObject({
      email: 'new@acme.com',
      emailGiven: true,
      addresses: ['New@Acme.com', 'bad@acme.con', 'x@acme.com'],
    });
  });

  test('When none of its addresses was valid, then the new one takes the place of the first, without the warnings about it', () => {
    const contact = mapped(['bad@acme.con']);
    expect(contact.warnings.map(({ code }) => code)).toContain('invalid_email');
    const corrected = correctContact(contact, { email: 'good@acme.com' });
    expect(corrected.addresses).toEqual(['good@acme.com']);
    expect(corrected.warnings.map(({ code }) => code)).not.toContain('invalid_email');
  });

  test('When it had no address at all, then it has one', () => {
    expect(correctContact(mapped([]), { email: 'good@acme.com' })).toMatchObject({
      email: 'good@acme.com',
      emailGiven: true,
      addresses: ['good@acme.com'],
    });
  });

  test('When other values are corrected, then these alone change, and what was said of them is not true any more', () => {
    const contact = mapped(['old@acme.com'], { companyName: 'x'.repeat(70_000) });
    expect(contact.warnings.map(({ code, field }) => [code, field])).toContainEqual(['text_cut', 'company']);
    const corrected = correctContact(contact, {
      company: 'Acme',
      acculynx_other_emails: 'a@acme.com; b@acme.com',
    });
    expect(corrected).toMatchObject({
      email: 'old@acme.com',
      addresses: ['a@acme.com', 'b@acme.com'],
      values: { lastname: 'Okafor', company: 'Acme' },
    });
    expect(corrected.warnings.map(({ code }) => code)).not.toContain('text_cut');
  });
});
