import { describe, expect, test } from '@jest/globals';
import type { RecordOutcome } from '@ridgeline/contracts';
import { outcomeCells, outcomeColumns } from './outcome-cells.ts';

const failed: RecordOutcome = {
  sourceId: 'a-1',
  kind: 'job',
  outcome: 'failed',
  hubspotId: null,
  name: 'Roof of Roe',
  reason: 'invalid_option',
  message: 'HubSpot does not have the option (material)',
  detail: '"Slate" was not one of the allowed options',
  field: 'material',
};

/** The cells by their columns. */
function cellsOf(change: Partial<RecordOutcome> = {}, hubSpotPortalId: string | null = '244') {
  const cells = outcomeCells({ ...failed, ...change }, { hubSpotPortalId, hubspotObjectIds: {} });
  return Object.fromEntries(outcomeColumns.map((column, index) => [column, cells[index]]));
}

describe('What a table shows of one outcome', () => {
  test('A record that HubSpot refused has its name, why in words, what to do, and where it is looked at', () => {
    expect(cellsOf()).toEqual({
      Name: 'Roof of Roe',
      Kind: 'job',
      Outcome: 'failed',
      Reason: 'HubSpot does not have the chosen option',
      'What to do': 'Add the option to the property in HubSpot, then run the migration again.',
      Details: failed.message,
      Field: 'material',
      'Vendor answer': failed.detail,
      'In AccuLynx': 'https://my.acculynx.com/jobs/a-1',
      'In HubSpot': 'https://app.hubspot.com/contacts/244/objects/0-3/views/all/list?query=Roof%20of%20Roe',
      'Record ID': 'a-1',
      'HubSpot ID': null,
      'Reason code': 'invalid_option',
    });
  });

  test('One that was left out is not looked for in HubSpot, nor one that a release before has reported without its name', () => {
    const left = { kind: 'contact', outcome: 'skipped', reason: 'no_email' } as const;
    expect(cellsOf({ ...left, name: 'Ann', message: 'no email address; contacts …' })).toMatchObject({
      Name: 'Ann',
      Reason: 'No email address in AccuLynx',
      'What to do': expect.stringContaining('Add an email address in AccuLynx'),
      'In AccuLynx': 'https://my.acculynx.com/contacts/a-1/overview',
      'In HubSpot': null,
    });
    const former = { name: null, message: 'Roof of Roe: HubSpot does not have the option' };
    expect(cellsOf(former)).toMatchObject({ Name: null, Details: former.message, 'In HubSpot': null });
  });

  test('A copied one has its page in HubSpot, unless the portal is not known', () => {
    const over = {
      outcome: 'created',
      hubspotId: '77',
      reason: null,
      message: null,
      detail: null,
      field: null,
    } as const;
    const page = 'https://app.hubspot.com/contacts/244/record/0-3/77';
    expect(cellsOf(over)).toMatchObject({
      Name: 'Roof of Roe',
      Reason: null,
      'What to do': null,
      'In HubSpot': page,
    });
    expect(cellsOf(over, null)).toMatchObject({ 'In HubSpot': null });
  });

  test('A dead lead has the pages of its job and of its deal', () => {
    const lead = { kind: 'dead_lead', sourceId: 'j-1', hubspotId: '77', reason: 'lead_died' };
    expect(cellsOf({ ...lead, outcome: 'skipped' })).toMatchObject({
      Outcome: 'still open',
      'What to do': expect.stringContaining('Close the deal in HubSpot'),
      'In AccuLynx': 'https://my.acculynx.com/jobs/j-1',
      'In HubSpot': 'https://app.hubspot.com/contacts/244/record/0-3/77',
    });
  });

  test('An association has no page, and what is not known here reads as words', () => {
    const pair = { kind: 'job_contact', sourceId: 'a/b' };
    expect(cellsOf(pair)).toMatchObject({
      Kind: 'contact of a job',
      'In AccuLynx': null,
      'In HubSpot': null,
    });
    expect(cellsOf({ kind: 'estimate', reason: 'some_new_reason' })).toMatchObject({
      Kind: 'estimate',
      Reason: 'Some new reason',
      'What to do': 'The log says more about each of them.',
    });
  });
});
