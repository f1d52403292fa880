import { describe, expect, test } from '@jest/globals';
import { contactType, jobType, type MigrationLog } from '@ridgeline/contracts';
import { aTally } from '../../../../testing/an-account.ts';
import { exampleLinks, fixLinks } from './cause-links.ts';
import { causesOf } from './causes.ts';

const line = (
  { name, ...context }: MigrationLog['context'] & { readonly name?: string },
  id = 1,
): MigrationLog => ({
  id,
  migrationId: 12,
  timestamp: '2025-01-02T12:00:00.000Z',
  level: 'error',
  ...(name === undefined ? {} : { name }),
  // The message is not parsed.
  message: 'Someone: HubSpot said nothing',
  context,
});

const contacts = aTally({
  failedByReason: { invalid_value: 2, invalid_option: 26, some_new_code: 1 },
  skippedByReason: { no_email: 12 },
  warnedByReason: { email_shared: 179, other_phones: 400 },
});

describe('Why records were not copied', () => {
  test('They are grouped by cause, refusals first, each with what to do; what is only noted is no cause', () => {
    const causes = causesOf({ contact: contacts }, contactType, []);
    expect(causes.map(({ issue, code, count }) => [issue, code, count])).toEqual([
      ['failed', 'invalid_option', 26],
      ['failed', 'invalid_value', 2],
      ['failed', 'some_new_code', 1],
      ['skipped', 'no_email', 12],
      ['warned', 'email_shared', 179],
    ]);
    expect(causes[0]?.text).toBe('HubSpot does not have the chosen option');
    expect(causes.every(({ fix }) => fix.text !== '')).toBe(true);
  });

  test('What must be fixed in HubSpot is listed once each, the most frequent first', () => {
    const said = (option: string) => `HubSpot has no option "${option}" for AccuLynx category`;
    const missing = (option: string) => ({ reason: 'invalid_option', words: said(option) });
    const logs = [
      line({ ...missing('Old'), sourceId: 'a', name: 'Roof: of: Ann' }),
      // Of a whole batch.
      line(missing('New')),
      line({ ...missing('New'), sourceId: 'b', name: 'Bob' }),
      line({ sourceId: 'c', name: 'Cleo', reason: 'invalid_value', words: 'HubSpot refused the value' }),
      // As releases before the name was a field told it.
      line({ sourceId: 'd', reason: 'invalid_option' }),
    ];
    const causes = causesOf({ contact: contacts }, contactType, logs);
    const missingOf = (code: string) => causes.find((cause) => cause.code === code)?.missing;
    expect(missingOf('invalid_option')).toEqual([said('New'), said('Old')]);
    expect(missingOf('invalid_value')).toEqual([]);
  });

  test('The log names records of each cause, each once', () => {
    const logs = [
      line({ sourceId: 'a', name: 'Maria: Lopez', reason: 'invalid_value' }),
      line({ sourceId: 'a', name: 'Maria: Lopez', reason: 'invalid_value' }),
      line({ sourceId: 'd', name: 'Maria: Lopez', reason: 'invalid_value' }),
      line({ sourceId: 'b', name: 'Bob', reason: 'no_email' }),
      line({ sourceId: 'e', reason: 'no_email' }),
      line({ failed: 2 }),
    ];
    const causes = causesOf({ contact: contacts }, contactType, logs);
    const namesOf = (code: string) => causes.find((cause) => cause.code === code)?.examples;
    // Two of one name are two records.
    expect(namesOf('invalid_value')).toEqual([
      { name: 'Maria: Lopez', sourceId: 'a' },
      { name: 'Maria: Lopez', sourceId: 'd' },
    ]);
    expect(namesOf('no_email')).toEqual([
      { name: 'Bob', sourceId: 'b' },
      { name: null, sourceId: 'e' },
    ]);
    expect(namesOf('invalid_option')).toEqual([]);
  });

  test('When a line is of a release whose lines had their names in the context, then its record is named', () => {
    const context = { sourceId: 'a', name: 'Maria', reason: 'no_email' };
    const causes = causesOf({ contact: contacts }, contactType, [{ ...line({}), context }]);
    expect(causes.find(({ code }) => code === 'no_email')?.examples).toEqual([
      { name: 'Maria', sourceId: 'a' },
    ]);
  });

  test('A record that AccuLynx sent without an id is named, with what to do, and has no page', () => {
    const sent = 'AccuLynx sent it in a form that cannot be read';
    const logs = [line({ sourceId: 'unreadable/1', name: 'Ann Diaz', reason: 'unreadable', field: 'id' })];
    const [cause] = causesOf({ contact: aTally({ failedByReason: { unreadable: 1 } }) }, contactType, logs);
    const example = { name: 'Ann Diaz', sourceId: 'unreadable/1' };
    expect(cause).toMatchObject({ text: sent, examples: [example] });
    expect(cause?.fix.text).toMatch(/^Nothing in HubSpot was changed\. Open the record in AccuLynx/);
    expect(
      exampleLinks({ kind: 'contact', issue: 'failed' }, example, {
        hubSpotPortalId: '244',
        hubspotObjectIds: {},
      }),
    ).toEqual([]);
  });

  test('In a migration of jobs their contacts have causes of their own', () => {
    const logs = [line({ kind: 'contact', sourceId: 'c', name: 'Roe', reason: 'invalid_value' })];
    const [cause] = causesOf({ contact: aTally({ failedByReason: { invalid_value: 1 } }) }, jobType, logs);
    expect(cause).toMatchObject({ kind: 'contact', examples: [{ name: 'Roe', sourceId: 'c' }] });
  });
});

describe('Links into the two systems', () => {
  const portal = { hubSpotPortalId: '244', hubspotObjectIds: {} };
  const hrefs = (links: readonly { readonly href: string }[]) => links.map(({ href }) => href);

  test('A record is found in both, one that was left out or whose name is not known in AccuLynx only', () => {
    const example = { name: 'José & Co', sourceId: 'a' };
    expect(hrefs(exampleLinks({ kind: 'contact', issue: 'failed' }, example, portal))).toEqual([
      'https://my.acculynx.com/contacts/a/overview',
      'https://app.hubspot.com/contacts/244/objects/0-1/views/all/list?query=Jos%C3%A9%20%26%20Co',
    ]);
    for (const [issue, name] of [
      ['skipped', example.name],
      ['failed', null],
    ] as const)
      expect(hrefs(exampleLinks({ kind: 'job', issue }, { ...example, name }, portal))).toEqual([
        'https://my.acculynx.com/jobs/a',
      ]);
  });

  test('An association has no page; a portal that is not known has no links', () => {
    const pair = { name: 'Roof', sourceId: 'a/b' };
    expect(exampleLinks({ kind: 'job_contact', issue: 'failed' }, pair, portal)).toEqual([]);
    const [cause] = causesOf({ job: aTally({ failedByReason: { invalid_option: 1 } }) }, jobType, []);
    if (!cause) throw new Error('There is no cause');
    expect(hrefs(fixLinks(cause, portal))).toEqual([
      'https://app.hubspot.com/property-settings/244/properties?type=0-3',
    ]);
    expect(fixLinks(cause, { hubSpotPortalId: null, hubspotObjectIds: {} })).toEqual([]);
  });
});
