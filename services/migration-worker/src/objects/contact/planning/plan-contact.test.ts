import { describe, expect, test } from '@jest/globals';
import { marked, ours, plan, record, values } from '../testing/plan-a-contact.ts';

describe('A contact is matched: known link, then source id, then email', () => {
  test('When HubSpot has none of the three, then it is created with its email', () => {
    expect(plan()).toEqual({
      sourceId: 'c-1',
      name: 'Ngozi Okafor',
      action: 'create',
      warnings: [],
      properties: { ...values, email: 'ngozi@example.com' },
    });
  });

  test('When the linked record has all values already, then nothing is to do', () => {
    expect(plan({ found: { linked: ours } })).toMatchObject({ action: 'unchanged', hubspotId: '1' });
  });

  test('When the linked record differs, then exactly the differences are updated, with the values before', () => {
    const old = record('1', { ...values, email: 'NGOZI@example.com', firstname: 'Ngosi', lastname: null });
    expect(plan({ found: { linked: old } })).toEqual({
      sourceId: 'c-1',
      name: 'Ngozi Okafor',
      action: 'update',
      hubspotId: '1',
      warnings: [],
      before: { firstname: 'Ngosi', lastname: null },
      after: { firstname: 'Ngozi', lastname: 'Okafor' },
      held: marked({ acculynx_contact_id: 'c-1', email: 'ngozi@example.com' }),
    });
  });

  test('When HubSpot has a value that the source lacks, then it stays', () => {
    const more = record('1', { ...values, email: 'ngozi@example.com', company: 'Kept' });
    expect(plan({ found: { linked: more } })).toMatchObject({ action: 'unchanged' });
  });

  test('When the linked record carries another source id by now, then the one with our source id is taken', () => {
    const foreign = record('7', { acculynx_contact_id: 'c-9' });
    expect(plan({ found: { linked: foreign, bySource: ours } })).toMatchObject({
      action: 'unchanged',
      hubspotId: '1',
    });
    expect(plan({ identity: { hubspotId: '7' }, found: { linked: foreign } })).toMatchObject({
      action: 'create',
    });
  });

  test('When the linked record was merged into that of another source id, then that one stands for both', () => {
    const winner = record('7', { acculynx_contact_id: 'c-9' });
    expect(plan({ identity: { hubspotId: '5' }, found: { linked: winner } })).toEqual({
      sourceId: 'c-1',
      name: 'Ngozi Okafor',
      warnings: [],
      action: 'skip',
      reason: 'merged_in_hubspot',
      message: expect.stringContaining('stands for both'),
      standIn: '7',
    });
  });

  test('When the linked record lost its source id, then it gets it back, unless another record carries it', () => {
    const bare = record('7', {});
    expect(plan({ found: { linked: bare } })).toMatchObject({
      action: 'update',
      hubspotId: '7',
      after: { acculynx_contact_id: 'c-1' },
    });
    expect(plan({ found: { linked: bare, bySource: ours } })).toMatchObject({ hubspotId: '1' });
  });

  test('When only the email is known and its record carries no source id, then that record becomes ours', () => {
    const byHand = record('5', { email: 'ngozi@example.com', firstname: 'Ngozi' });
    expect(plan({ found: { byEmail: byHand } })).toEqual({
      sourceId: 'c-1',
      name: 'Ngozi Okafor',
      action: 'update',
      hubspotId: '5',
      warnings: [],
      before: { acculynx_contact_id: null, lastname: null },
      after: { acculynx_contact_id: 'c-1', lastname: 'Okafor' },
      held: marked({ firstname: 'Ngozi', email: 'ngozi@example.com' }),
    });
  });

  test('When the email is an additional address of a record, then that record becomes ours and keeps its first one', () => {
    const other = record('5', { email: 'n@work.com', hs_additional_emails: 'x@y.com;Ngozi@Example.com' });
    const planned = plan({ found: { byEmail: other } });
    expect(planned).toMatchObject({ action: 'update', hubspotId: '5' });
    expect(planned).not.toHaveProperty('after.email');
  });
});

describe('A HubSpot contact of another source record is never taken over', () => {
  const foreign = record('7', { email: 'ngozi@example.com', acculynx_contact_id: 'c-9' });

  test('When it has the email, then ours is created without it and a warning says so', () => {
    expect(plan({ found: { byEmail: foreign } })).toMatchObject({
      action: 'create',
      properties: values,
      warnings: [{ code: 'email_in_use' }],
    });
    expect(plan({ found: { byEmail: foreign } })).not.toHaveProperty('properties.email');
  });

  test('When it has the email and ours exists, then ours is updated without the email', () => {
    const bare = record('1', values);
    expect(plan({ found: { linked: bare, byEmail: foreign } })).toMatchObject({
      action: 'unchanged',
      warnings: [{ code: 'email_in_use', message: expect.stringMatching(/; this contact gets none$/) }],
      deferred: { property: 'email', value: 'ngozi@example.com', name: 'Ngozi Okafor', properties: {} },
    });
    const other = record('1', { ...values, email: 'old@example.com' });
    expect(plan({ found: { linked: other, byEmail: foreign } })).toMatchObject({
      action: 'unchanged',
      warnings: [{ message: expect.stringMatching(/; this contact keeps old@example.com$/) }],
    });
  });

  test('When another record of the batch has taken the match, then ours is created', () => {
    const byHand = record('5', { email: 'ngozi@example.com' });
    expect(plan({ found: { byEmail: byHand }, isTaken: (id) => id === '5' })).toMatchObject({
      action: 'create',
      properties: values,
    });
  });
});

describe('Emails are unique within a run', () => {
  test('When an earlier contact has the email, then this one goes without it and a warning says so', () => {
    const planned = plan({ identity: { keyTakenBy: 'c-0' } });
    expect(planned).toMatchObject({
      action: 'create',
      warnings: [{ code: 'email_shared', message: expect.stringMatching(/; copied without it$/) }],
      deferred: { value: 'ngozi@example.com' },
    });
    expect(planned).not.toHaveProperty('properties.email');
  });

  test('When an earlier contact asked for the email, but this one has it in HubSpot, then it keeps it without a warning', () => {
    const planned = plan({ identity: { keyTakenBy: 'c-0', hubspotId: '1' }, found: { linked: ours } });
    expect(planned).toEqual({
      ...{ sourceId: 'c-1', name: 'Ngozi Okafor', warnings: [] },
      ...{ action: 'unchanged', hubspotId: '1' },
      held: marked(values, { email: 'ngozi@example.com' }),
    });
  });

  test('When it is in HubSpot without the email, then the warning says that it stays so', () => {
    const bare = record('1', values);
    expect(plan({ identity: { keyTakenBy: 'c-0', hubspotId: '1' }, found: { linked: bare } })).toMatchObject({
      action: 'unchanged',
      warnings: [
        {
          message: expect.stringMatching(
            /another AccuLynx contact has the email address .+ too; this contact gets none$/,
          ),
        },
      ],
      deferred: { value: 'ngozi@example.com' },
    });
  });

  test('When it has nothing else to be called by, then it waits with all that it has', () => {
    const bare = { acculynx_contact_id: 'c-1', phone: '+15125550143' };
    expect(plan({ contact: { values: bare }, identity: { keyTakenBy: 'c-0' } })).toMatchObject({
      action: 'skip',
      reason: 'nothing_to_write',
      warnings: [{ message: expect.stringMatching(/; not copied yet: it has no other data$/) }],
      deferred: { value: 'ngozi@example.com', properties: bare },
    });
  });

  test('When the contact itself has it, as in a repeated call, then it keeps it', () => {
    expect(plan({ identity: { keyTakenBy: 'c-1' } })).toHaveProperty('properties.email', 'ngozi@example.com');
  });
});

describe('A contact may be left out', () => {
  const nothing = { email: null, emailGiven: false };

  test('When it has no email, then it is skipped, unless such contacts are included', () => {
    expect(plan({ contact: nothing })).toMatchObject({ action: 'skip', reason: 'no_email' });
    expect(plan({ contact: nothing, includeNoEmailContacts: true })).toMatchObject({
      action: 'create',
      properties: values,
    });
  });

  test('When its email is not valid, then it is copied without it', () => {
    const warnings = [{ code: 'invalid_email' as const, message: 'x' }];
    expect(plan({ contact: { email: null, emailGiven: true, warnings } })).toMatchObject({
      action: 'create',
      warnings,
    });
  });

  test('When it has neither name nor email, then the company lends its name; without one there is nothing to write', () => {
    const company = { acculynx_contact_id: 'c-1', company: 'Brazos' };
    expect(plan({ contact: { email: null, values: company } })).toMatchObject({
      action: 'create',
      properties: { ...company, lastname: 'Brazos' },
    });
    const bare = { acculynx_contact_id: 'c-1', phone: '+15125550143' };
    expect(plan({ contact: { email: null, values: bare } })).toMatchObject({
      action: 'skip',
      reason: 'nothing_to_write',
    });
  });
});

describe('An email that users entered in HubSpot', () => {
  const corrected = record('1', { ...values, email: 'Corrected@example.com' });
  const foreignEmail = 'Corrected@example.com';

  test('When the one in AccuLynx replaces it, then a warning names both, and holds them as data', () => {
    expect(plan({ found: { linked: corrected, foreignEmail } })).toMatchObject({
      action: 'update',
      after: { email: 'ngozi@example.com' },
      warnings: [
        {
          code: 'email_overwritten',
          message:
            'the email address Corrected@example.com was entered in HubSpot; ngozi@example.com from AccuLynx replaces it',
          replaced: { before: 'Corrected@example.com', after: 'ngozi@example.com' },
        },
      ],
    });
  });

  test('When we wrote the one in HubSpot, or the record goes to another contact, then there is no such warning', () => {
    expect(plan({ found: { linked: corrected } })).toMatchObject({ action: 'update', warnings: [] });
    const taken = plan({ found: { linked: corrected, foreignEmail }, isTaken: () => true });
    expect(taken.warnings.map(({ code }) => code)).toEqual(['record_shared']);
  });
});
