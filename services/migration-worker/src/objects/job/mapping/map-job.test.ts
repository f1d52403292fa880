import { dealProperties } from '@ridgeline/contracts';
import { describe, expect, test } from '@jest/globals';
import { aContext, aJob } from '../testing/a-job.ts';
import { choiceRows } from './choice-rows.ts';
import { jobRows } from './job-rows.ts';
import { mapJob } from './map-job.ts';

const address = { street1: '8 Quarry Lane', street2: 'Unit 2', city: 'Waco', zipCode: '76701' };

describe('A job in the terms of HubSpot', () => {
  test('When AccuLynx does not say who a contact is, then the others are referred to, and a warning says so', () => {
    const job = aJob({ jobNumber: 'WAC-7', contacts: [{ id: 'l-1' }, { contact: { id: 'c-1' } }, null] });
    const { contacts, warnings } = mapJob(job, aContext());
    expect(contacts.map(({ sourceId }) => sourceId)).toEqual(['c-1']);
    expect(warnings).toMatchObject([
      {
        code: 'contact_unreadable',
        message: 'AccuLynx does not say who one of its contacts is; the deal was copied without that contact',
      },
    ]);
  });

  test('When AccuLynx knows everything, then each property has its value', () => {
    const job = aJob(
      {
        jobName: 'WAC-118: Ngozi Okafor',
        jobNumber: 'WAC-118',
        currentMilestone: 'Prospect',
        priority: 'Normal',
        leadDeadReason: 'Too expensive',
        createdDate: '2026-02-11T03:04:05Z',
        modifiedDate: '2026-02-19T21:40:10Z',
        milestoneDate: '2026-02-18T06:00:00Z',
        locationAddress: {
          ...address,
          state: { id: 43, name: 'Texas', abbreviation: 'TX' },
          country: { id: 1, abbreviation: 'US' },
        },
        geoLocation: { latitude: 31.5493, longitude: -97.14671234567 },
        tradeTypes: [
          { id: 't-1', name: 'Roofing' },
          { id: 't-2', name: 'Gutters' },
          { id: 't-3', name: 'Roofing' },
        ],
        jobCategory: { id: 1, name: 'Residential' },
        workType: { id: 12, name: 'Retail' },
        leadSource: { id: 's-2', name: 'Search', parentId: 's-1' },
      },
      {
        financials: { approvedJobValue: 12_345.678, balanceDue: null },
        insurance: { companyName: 'Prairie Mutual' } as never,
        representatives: [
          { type: 'SalesOwner', userId: 'u-2' },
          { type: 'CompanyRepresentative', userId: 'u-1' },
        ],
      },
    );
    const context = aContext({
      users: new Map([['u-1', 'Ada Byron']]),
      parentSource: ({ parentId }) => (parentId === 's-1' ? 'Website' : null),
    });

    expect(mapJob(job, context)).toMatchObject({
      sourceId: 'j-1',
      displayName: 'Job WAC-118 (Ngozi Okafor)',
      milestone: 'Prospect',
      values: {
        acculynx_job_id: 'j-1',
        dealname: 'WAC-118: Ngozi Okafor',
        acculynx_job_number: 'WAC-118',
        acculynx_link: 'https://my.acculynx.com/jobs/j-1',
        acculynx_milestone_date: '2026-02-18',
        acculynx_created_at: '2026-02-11T03:04:05.000Z',
        acculynx_created_date: '2026-02-10',
        acculynx_modified_at: '2026-02-19T21:40:10.000Z',
        amount: '12345.68',
        acculynx_insurance_company: 'Prairie Mutual',
        acculynx_representative: 'Ada Byron',
        acculynx_dead_reason: 'Too expensive',
        acculynx_street: '8 Quarry Lane, Unit 2',
        acculynx_city: 'Waco',
        acculynx_state: 'Texas',
        acculynx_zip: '76701',
        acculynx_country: 'US',
        acculynx_latitude: '31.5493',
        acculynx_longitude: '-97.1467123',
      },
      choices: {
        acculynx_milestone: ['Prospect'],
        acculynx_work_type: ['Retail'],
        acculynx_trades: ['Roofing', 'Gutters'],
        acculynx_category: ['Residential'],
        acculynx_priority: ['Normal'],
        acculynx_lead_source: ['Search'],
        acculynx_lead_source_parent: ['Website'],
      },
    });
  });

  test('When AccuLynx knows nothing, then nothing but what names the deal is written', () => {
    const empty = aJob({
      jobName: '  ',
      jobNumber: '',
      leadDeadReason: '',
      locationAddress: {},
      tradeTypes: [],
    });
    expect(mapJob(empty, aContext())).toEqual({
      sourceId: 'j-1',
      displayName: 'Job j-1',
      milestone: null,
      warnings: [],
      values: {
        acculynx_job_id: 'j-1',
        dealname: 'Job j-1',
        acculynx_link: 'https://my.acculynx.com/jobs/j-1',
      },
      choices: {},
      contacts: [],
    });
  });

  test('When AccuLynx spells ids in its other way, then names are still read', () => {
    const job = aJob({
      tradeTypes: [{ tradeId: 't-1', name: 'Roofing' }],
      jobCategory: { categoryId: 1, name: 'Commercial' },
    });
    expect(mapJob(job, aContext()).choices).toEqual({
      acculynx_trades: ['Roofing'],
      acculynx_category: ['Commercial'],
    });
  });

  test('When nothing is approved yet, then the amount is not known', () => {
    const job = aJob({}, { financials: { approvedJobValue: 0, balanceDue: 0 } });
    expect(mapJob(job, aContext()).values).not.toHaveProperty('amount');
  });

  test('When a job names contacts, then the primary one comes first and each once', () => {
    const contact = (id: string, isPrimary: boolean, names: object) => ({
      id: `jc-${id}`,
      isPrimary,
      contact: { id, ...names },
    });
    const contacts = [
      contact('c-1', false, { companyName: 'Oaks HOA' }),
      contact('c-2', true, { firstName: 'Ada', lastName: ' Ott ', companyName: 'Ott' }),
      contact('c-1', false, {}),
      contact('c-3', false, {}),
      { id: 'jc', isPrimary: false },
    ];
    expect(mapJob(aJob({ contacts }), aContext()).contacts).toEqual([
      { kind: 'contact', sourceId: 'c-2', isPrimary: true, displayName: 'Ada Ott' },
      { kind: 'contact', sourceId: 'c-1', isPrimary: false, displayName: 'Oaks HOA' },
      { kind: 'contact', sourceId: 'c-3', isPrimary: false },
    ]);
  });

  test('When something is mapped, then HubSpot has a property for it, and each property has its row', () => {
    const mapped = [...jobRows, ...choiceRows].map(({ property }) => property);
    expect(mapped.toSorted()).toEqual(dealProperties.map(({ name }) => name).toSorted());
    const choices = dealProperties.filter(({ type }) => type === 'enumeration');
    expect(choiceRows.map(({ property }) => property).toSorted()).toEqual(
      choices.map(({ name }) => name).toSorted(),
    );
  });
});
