import { expect, test } from '@jest/globals';
import { aConnection } from '../../../testing/a-connection.ts';
import { bodyOf, checkValues, copyOf, draftFields, newValues, valuesOf } from './connection-values.ts';

const typed = { ...newValues('summit'), name: 'Denver', acculynxApiKey: 'al-12345', hubspotPat: 'pat-12345' };

test('When nothing was typed, then each field that is needed has the text of the specification', () => {
  expect(checkValues(newValues('summit'))).toEqual({
    name: 'Name must be at least 3 characters',
    acculynxApiKey: 'Please enter a valid Acculynx API key',
    hubspotPat: 'Please enter a valid HubSpot Private Access Token',
  });
});

test('When there are masks instead of the secrets, then they are right, and are sent as they are', () => {
  const values = valuesOf(aConnection());
  expect(checkValues(values)).toEqual({});
  expect(bodyOf(values, false)).toMatchObject({ acculynxApiKey: '••••1a2b', hubspotPat: '••••9f0e' });
});

test.each(['http://hooks.example', 'hooks.example', 'ftp://hooks.example', 'https://'])(
  'When events shall go to %s, then that is no address for them',
  (customEventProcessorUrl) => {
    expect(checkValues({ ...typed, customEventProcessorUrl })).toEqual({
      customEventProcessorUrl: 'Please enter an https address that can be reached from the internet',
    });
  },
);

test('When a field is empty, then its default is sent; a stage that was taken back is not sent', () => {
  const body = bodyOf({ ...typed, dealStageByMilestone: { Lead: '', Approved: 's2' } }, false);
  expect(body).toMatchObject({
    defaultDealPipeline: null,
    defaultDealStage: null,
    customEventProcessorUrl: null,
  });
  expect(body.dealStageByMilestone).toEqual({ Approved: 's2' });
});

test('When contacts without an email address are included, then that is kept, sent, and copied with the connection', () => {
  const values = valuesOf(aConnection({ includeNoEmailContacts: true }));
  expect(bodyOf(values, false).includeNoEmailContacts).toBe(true);
  expect(copyOf(aConnection({ includeNoEmailContacts: true })).includeNoEmailContacts).toBe(true);
  expect(bodyOf(typed, false).includeNoEmailContacts).toBe(false);
});

test('Only administrators send a company, and only one that stands there', () => {
  expect(bodyOf(typed, false)).not.toHaveProperty('companyId');
  expect(bodyOf(typed, true)).toMatchObject({ companyId: 'summit' });
  expect(bodyOf({ ...typed, companyId: ' ' }, true)).not.toHaveProperty('companyId');
});

test('A copy has a name of its own and all else of the original; its draft has no secret', () => {
  const source = aConnection({ name: 'Denver', includeDeadJobs: true });
  expect(copyOf(source)).toEqual({ ...valuesOf(source), name: 'Denver (Copy)' });
  const long = copyOf({ ...source, name: 'W'.repeat(100) }).name;
  expect(long).toBe('W'.repeat(93) + ' (Copy)');
  const fields: readonly string[] = draftFields;
  expect(fields.filter((field) => /key|pat|token|secret/i.test(field))).toEqual([]);
  expect(fields.length).toBe(Object.keys(copyOf(source)).length - 2);
});
