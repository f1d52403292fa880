import { contactProperties } from '@ridgeline/contracts';
import { contactSchema } from '@ridgeline/acculynx';
import { cleanText } from '@ridgeline/hubspot';
import { describe, expect, test } from '@jest/globals';
import fc from '@ridgeline/testkit/property';
import { isPlausibleEmail } from './email-address.ts';
import { mapContact } from './map-contact.ts';
import { formatPhone } from './phone-number.ts';

const text = fc.option(fc.string({ unit: 'binary', maxLength: 60 }), { nil: undefined });
const address = fc.option(
  fc.record({ street1: text, street2: text, city: text, zipCode: text, state: fc.record({ name: text }) }),
  { nil: undefined },
);
const anyContact = fc
  .record({
    id: fc.uuid(),
    firstName: text,
    lastName: text,
    companyName: text,
    salutation: text,
    crossReference: text,
    emailAddresses: fc.array(fc.record({ address: text, primary: fc.boolean() }), { maxLength: 3 }),
    phoneNumbers: fc.array(fc.record({ number: text, ext: text, type: text, primary: fc.boolean() }), {
      maxLength: 3,
    }),
    mailingAddress: address,
    billingAddress: address,
  })
  .map((raw) => contactSchema.parse(raw));

const propertyNames = new Set(contactProperties.map(({ name }) => name));

describe('Whatever AccuLynx holds, the mapped contact', () => {
  test('has only properties of the list, and no value that is empty, has blanks around it or control characters', () => {
    fc.assert(
      fc.property(anyContact, (contact) => {
        const { values } = mapContact(contact);
        for (const [name, value] of Object.entries(values)) {
          expect(propertyNames.has(name)).toBe(true);
          expect(value).not.toBe('');
          expect(value).toBe(value.trim());
          expect(value.isWellFormed()).toBe(true);
          expect(value).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });

  test('has the id, never the email among the values, and an email only in lower case and of a plausible form', () => {
    fc.assert(
      fc.property(anyContact, (contact) => {
        const { values, email, emailGiven } = mapContact(contact);
        expect(values['acculynx_contact_id']).toBe(contact.id);
        expect(values).not.toHaveProperty('email');
        if (email === null) return;
        expect(emailGiven).toBe(true);
        expect(email).toBe(email.toLowerCase());
        expect(isPlausibleEmail(email)).toBe(true);
      }),
    );
  });

  test('is the same when its own values are mapped again', () => {
    fc.assert(
      fc.property(anyContact, (contact) => {
        const { values } = mapContact(contact);
        for (const value of Object.values(values)) expect(cleanText(value)).toBe(value);
      }),
    );
  });
});

describe('A contact is mapped', () => {
  test('When it has everything, then every property is filled', () => {
    const mapped = mapContact(
      contactSchema.parse({
        id: 'c-1',
        firstName: 'Ngozi',
        lastName: ' Okafor ',
        salutation: 'Ms.',
        companyName: 'Okafor  Lettings',
        crossReference: 'crm-1',
        emailAddresses: [
          { address: 'old@example.com', primary: false },
          { address: ' Ngozi@Example.test ', primary: true },
        ],
        phoneNumbers: [
          { number: '(512) 555-0143', type: 'Home', primary: false, ext: '7' },
          { number: '512-555-0145', type: 'Work', primary: false },
          { number: '5125550144', type: 'Mobile', primary: true },
        ],
        mailingAddress: {
          street1: '8 Quarry Lane',
          street2: 'Unit 2',
          city: 'Waco',
          zipCode: '76701',
          state: { name: 'Texas', abbreviation: 'TX' },
          country: { name: 'United States', abbreviation: 'US' },
        },
      }),
    );
    expect(mapped).toEqual({
      sourceId: 'c-1',
      displayName: 'Ngozi Okafor',
      email: 'ngozi@example.test',
      emailGiven: true,
      addresses: ['old@example.com', 'Ngozi@Example.test'],
      warnings: [],
      values: {
        acculynx_contact_id: 'c-1',
        salutation: 'Ms.',
        firstname: 'Ngozi',
        lastname: 'Okafor',
        company: 'Okafor Lettings',
        phone: '+15125550143 ext. 7',
        mobilephone: '+15125550144',
        acculynx_other_phones: '+15125550145',
        address: '8 Quarry Lane, Unit 2',
        city: 'Waco',
        state: 'Texas',
        zip: '76701',
        country: 'United States',
        acculynx_cross_reference: 'crm-1',
      },
    });
  });

  test('When its primary email is not valid, then the next valid one is used and a warning says so', () => {
    const mapped = mapContact(
      contactSchema.parse({
        id: 'c-1',
        isWhole: true,
        companyName: 'Brazos',
        emailAddresses: [
          { address: 'x@y.con', primary: true },
          { address: 'x@y.com', primary: false },
        ],
      }),
    );
    expect(mapped).toMatchObject({
      displayName: 'Brazos',
      email: 'x@y.com',
      warnings: [{ code: 'email_replaced', message: expect.stringContaining('x@y.com was copied instead') }],
    });
  });

  test('When none of its emails is valid, then it is copied without one, and each has a warning', () => {
    const emailAddresses = [{ address: 'x@y.con', primary: true }, { address: 'x' }];
    expect(
      mapContact(contactSchema.parse({ id: 'c-1', isWhole: true, companyName: 'Brazos', emailAddresses })),
    ).toMatchObject({
      email: null,
      warnings: [{ code: 'invalid_email' }, { code: 'invalid_email' }],
    });
  });

  test('When it has no mailing address, then the billing address is taken', () => {
    const contact = contactSchema.parse({ id: 'c-1', billingAddress: { city: 'Waco' } });
    expect(mapContact(contact)).toMatchObject({ values: { city: 'Waco' }, warnings: [] });
  });

  test('When its mailing address has nothing in it, then the billing address is taken', () => {
    const mailingAddress = { street1: ' ', state: {} };
    const contact = contactSchema.parse({ id: 'c-1', mailingAddress, billingAddress: { city: 'Waco' } });
    expect(mapContact(contact).values).toMatchObject({ city: 'Waco' });
  });

  test('When it has no address, then that is said only where the list may have left one out', () => {
    const codesOf = (isWhole: boolean) =>
      mapContact(contactSchema.parse({ id: 'c-1', isWhole })).warnings.map(({ code }) => code);
    expect(codesOf(false)).toEqual(['no_mailing_address']);
    expect(codesOf(true)).toEqual([]);
  });
});

describe('An email address is plausible', () => {
  test.each(['a@b.co', "o'neil+x@mail.example.com", 'a@xn--bcher-kva.example'])('%s', (email) => {
    expect(isPlausibleEmail(email)).toBe(true);
  });

  test.each([
    '@',
    'x@',
    '@y.com',
    'x@y',
    'x@y.con',
    'x@y.lcom',
    'none',
    'a b@c.com',
    'a@b..com',
    'a.@b.com',
    '',
  ])('but not %p', (email) => {
    expect(isPlausibleEmail(email)).toBe(false);
  });
});

describe('Nothing that AccuLynx holds is left behind', () => {
  const phone = (number: string, type: string, primary = false) => ({ number, type, primary });
  const phonesOf = (phoneNumbers: readonly unknown[]) => {
    const {
      phone: main,
      mobilephone,
      acculynx_other_phones: others,
    } = mapContact(contactSchema.parse({ id: 'c-1', phoneNumbers })).values;
    return [main, mobilephone, others];
  };

  test('When there are more numbers than HubSpot has fields, then our text property holds the others, in their order', () => {
    expect(
      phonesOf([
        phone('5125550141', 'Mobile'),
        phone('5125550142', 'Home'),
        phone('ask Bo', 'Work'),
        phone('5125550143', 'Mobile', true),
        phone('555-0144', 'Pager'),
      ]),
    ).toEqual(['+15125550142', '+15125550143', '+15125550141; ask Bo; 555-0144']);
  });

  test('When a number stands there twice, then it is no other one', () => {
    expect(phonesOf([phone('5125550142', 'Home'), phone('(512) 555-0142', 'Work')])).toEqual([
      '+15125550142',
      undefined,
      undefined,
    ]);
  });

  test('Every address and every number is somewhere', () => {
    fc.assert(
      fc.property(anyContact, (contact) => {
        const { addresses, values } = mapContact(contact);
        for (const { address: one } of contact.emailAddresses) {
          const expected = cleanText(one)?.toLowerCase();
          if (expected) expect(addresses.map((each) => each.toLowerCase())).toContain(expected);
        }
        const { phone: main, mobilephone, acculynx_other_phones: others } = values;
        for (const { number, ext } of contact.phoneNumbers)
          for (const part of [number, ext]) {
            const typed = cleanText(part);
            const isThere = [main, mobilephone, others].some((value) => typed && value?.includes(typed));
            const formatted = formatPhone({ number, ext });
            const isFormatted = [main, mobilephone, others].some(
              (value) => formatted && value?.includes(formatted),
            );
            if (typed) expect(isThere || isFormatted).toBe(true);
          }
      }),
    );
  });
});
