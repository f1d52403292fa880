import { contactType, jobType } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { ours, plan, record, values } from '../testing/plan-a-contact.ts';

describe('Our text property holds addresses that HubSpot cannot take as such', () => {
  const addresses = ['alt@example.com', 'n/a', 'Ngozi@Example.com'];
  const told = [
    {
      code: 'other_emails',
      message: `email addresses that HubSpot's own field cannot hold are in "AccuLynx other emails"`,
      many: `email addresses that HubSpot's own field cannot hold are in "AccuLynx other emails"`,
    },
  ];
  const withOthers = (others: string) => record('1', { ...ours.properties, acculynx_other_emails: others });

  test('When it has more than one address, then the others stand there, and a warning says so', () => {
    expect(plan({ contact: { addresses } })).toMatchObject({
      action: 'create',
      properties: { email: 'ngozi@example.com', acculynx_other_emails: 'alt@example.com; n/a' },
      warnings: told,
    });
  });

  test('When it holds them already, then there is nothing to do, and the warning is repeated', () => {
    expect(plan({ contact: { addresses }, found: { linked: withOthers('n/a; alt@example.com') } })).toEqual({
      sourceId: 'c-1',
      name: 'Ngozi Okafor',
      action: 'unchanged',
      hubspotId: '1',
      warnings: told,
      held: expect.any(String),
    });
  });

  test('When HubSpot has one as an additional address, then that one does not stand there', () => {
    const linked = record('1', { ...ours.properties, hs_additional_emails: 'Alt@example.com' });
    expect(plan({ contact: { addresses }, found: { linked } })).toMatchObject({
      action: 'update',
      before: { acculynx_other_emails: null },
      after: { acculynx_other_emails: 'n/a' },
    });
    expect(plan({ contact: { addresses: ['alt@example.com'] }, found: { linked } })).toMatchObject({
      action: 'unchanged',
      warnings: [],
    });
  });

  test('When the email changes, then it holds the previous one only if AccuLynx still has that', () => {
    const linked = record('1', { ...values, email: 'alt@example.com' });
    expect(plan({ contact: { addresses }, found: { linked } })).toMatchObject({
      after: { email: 'ngozi@example.com', acculynx_other_emails: 'alt@example.com; n/a' },
    });
    expect(plan({ contact: { addresses: ['ngozi@example.com'] }, found: { linked } })).toHaveProperty(
      'after',
      {
        email: 'ngozi@example.com',
      },
    );
  });

  test('When another contact has the email, then it holds that, too, run after run', () => {
    const shared = { contact: { addresses }, identity: { keyTakenBy: 'c-0' } };
    const first = plan(shared);
    expect(first).toMatchObject({
      properties: { acculynx_other_emails: 'alt@example.com; n/a; Ngozi@Example.com' },
      warnings: [{ code: 'email_shared' }, { code: 'other_emails' }],
      deferred: {
        value: 'ngozi@example.com',
        properties: { acculynx_other_emails: 'alt@example.com; n/a; Ngozi@Example.com' },
      },
    });
    const linked = record('1', first.action === 'create' ? first.properties : {});
    expect(plan({ ...shared, found: { linked } })).toMatchObject({
      action: 'unchanged',
      warnings: first.warnings.map(({ code }) => ({ code })),
    });
  });

  test('When all addresses have their places by now, then it holds none any more', () => {
    const planned = plan({
      contact: { addresses: ['ngozi@example.com'] },
      found: { linked: withOthers('ngozi@example.com') },
    });
    expect(planned).toMatchObject({ after: { acculynx_other_emails: '' }, warnings: [] });
    const kept = withOthers('gone@example.com');
    expect(plan({ contact: { addresses: ['ngozi@example.com'] }, found: { linked: kept } })).toMatchObject({
      action: 'unchanged',
    });
  });

  test('When an email is sent, then the plan contains its value, though it does not change', () => {
    const linked = record('1', { ...values, acculynx_other_emails: 'alt@example.com; n/a' });
    expect(plan({ contact: { addresses }, found: { linked } })).toMatchObject({
      before: { email: null, acculynx_other_emails: 'alt@example.com; n/a' },
      after: { email: 'ngozi@example.com', acculynx_other_emails: 'alt@example.com; n/a' },
    });
  });

  test('When the contact is not copied, then no warning says that it holds anything', () => {
    const nothing = { email: null, addresses: ['n/a'], values: { acculynx_other_phones: '1' } };
    expect(plan({ contact: nothing })).toMatchObject({ action: 'skip', warnings: [] });
  });

  test('When it has more phone numbers than fields, then a warning says so', () => {
    const more = { ...values, acculynx_other_phones: '555-0143' };
    expect(plan({ contact: { values: more } })).toMatchObject({
      properties: { acculynx_other_phones: '555-0143' },
      warnings: [{ code: 'other_phones' }],
    });
  });
});

describe('A contact that comes along with a job', () => {
  test('When the options are those of jobs, then it is planned as in a migration of contacts', () => {
    const ofJobs = jobType.options.parse({
      includeNoEmailContacts: true,
      enumerativeErrorStrategy: 'SET_BLANK',
    });
    for (const includeNoEmailContacts of [true, false]) {
      const options = contactType.options.parse({ ...ofJobs, includeNoEmailContacts });
      expect(options).toEqual({ includeNoEmailContacts });
      const change = { contact: { email: null, emailGiven: false } };
      expect(plan({ ...change, ...options }).action).toBe(includeNoEmailContacts ? 'create' : 'skip');
    }
  });
});
