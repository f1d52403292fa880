import { describe, expect, test } from '@jest/globals';
import { jobSchema } from './job.ts';

const nothing = {
  jobName: null,
  jobNumber: null,
  currentMilestone: null,
  milestoneDate: null,
  createdDate: null,
  modifiedDate: null,
  priority: null,
  contacts: [],
  locationAddress: null,
  geoLocation: null,
  tradeTypes: [],
  jobCategory: null,
  workType: null,
  leadSource: null,
  leadDeadReason: null,
};

describe('A job is read leniently', () => {
  test('When all is there, then it is read as documented', () => {
    const job = jobSchema.parse({
      id: '7d0a5e3c',
      _link: 'https://api.acculynx.com/api/v2/jobs/7d0a5e3c',
      jobName: 'WAC-118: Ngozi Okafor ',
      jobNumber: 'WAC-118',
      currentMilestone: 'Prospect',
      priority: 'Low',
      leadDeadReason: '',
      createdDate: '2026-02-11T15:04:05Z',
      modifiedDate: '2026-02-19T21:40:10.1234567Z',
      milestoneDate: '2026-02-18T06:00:00',
      contacts: [
        {
          id: 'e1f1f0a9',
          isPrimary: true,
          relationToPrimary: '',
          contact: { id: '0b54c0aa', firstName: 'Ngozi', emailAddresses: [{ id: 'e', _link: 'x' }] },
        },
      ],
      locationAddress: { street1: '8 Quarry Lane', state: { id: 43, name: 'Texas', abbreviation: 'TX' } },
      geoLocation: { latitude: 31.5, longitude: -97.1 },
      tradeTypes: [{ id: 't-1', name: 'Roofing' }],
      jobCategory: { id: 1, name: 'Residential' },
      workType: { id: 12, name: 'Retail', systemDefault: true },
      leadSource: { id: 'l-1', name: 'Web', children: [{ id: 'l-2', name: 'Search', parentId: 'l-1' }] },
    });
    expect(job).toMatchObject({
      id: '7d0a5e3c',
      jobName: 'WAC-118: Ngozi Okafor',
      priority: 'Low',
      leadDeadReason: null,
      createdDate: '2026-02-11T15:04:05.000Z',
      modifiedDate: '2026-02-19T21:40:10.123Z',
      milestoneDate: '2026-02-18T06:00:00.000Z',
      contacts: [
        {
          id: 'e1f1f0a9',
          isPrimary: true,
          relationToPrimary: null,
          contact: {
            id: '0b54c0aa',
            firstName: 'Ngozi',
            lastName: null,
            emailAddresses: [{ address: null }],
          },
        },
      ],
      locationAddress: { street1: '8 Quarry Lane', city: null, state: { abbreviation: 'TX' } },
      geoLocation: { latitude: 31.5, longitude: -97.1 },
      tradeTypes: [{ id: 't-1', name: 'Roofing' }],
      jobCategory: { id: '1', name: 'Residential' },
      workType: { id: '12', name: 'Retail', systemDefault: true },
      leadSource: { id: 'l-1', parentId: null, children: [{ id: 'l-2', name: 'Search', parentId: 'l-1' }] },
    });
  });

  test('When only the id is there, or all else is null or of another type, then the rest is null or empty', () => {
    const nulls = Object.fromEntries(Object.keys(nothing).map((name) => [name, null]));
    const wrong = Object.fromEntries(
      Object.keys(nothing).map((name) => [name, name === 'contacts' ? 7 : [7]]),
    );
    for (const rest of [{}, nulls, { ...wrong, tradeTypes: 'Roofing' }])
      expect(jobSchema.parse({ id: 'j', ...rest })).toEqual({ id: 'j', ...nothing });
    for (const id of [undefined, '', ' ', 7]) expect(jobSchema.safeParse({ id }).success).toBe(false);
  });

  test('When trade types and category are spelt in the other way, then they read the same', () => {
    expect(
      jobSchema.parse({
        id: 'j',
        tradeTypes: [{ tradeId: 't-1', name: 'Roofing' }],
        jobCategory: { categoryId: 2, name: 'Commercial' },
      }),
    ).toMatchObject({ tradeTypes: [{ id: 't-1', name: 'Roofing' }], jobCategory: { id: '2' } });
  });

  test('When a contact is a stub, then it is a contact with an id; without any, it is null and the others stay', () => {
    const { contacts } = jobSchema.parse({
      id: 'j',
      contacts: [{ id: 'jc-1', contact: { id: 'c-1', _link: 'x' } }, { id: 'jc-2' }, { contact: {} }],
    });
    expect(contacts.map(({ contact }) => contact?.id ?? null)).toEqual(['c-1', null, null]);
    expect(contacts[0]).toMatchObject({ isPrimary: false, contact: { lastName: null, phoneNumbers: [] } });
  });

  test('When one item of a list is odd, then the others stay; an odd contact keeps its place', () => {
    const job = jobSchema.parse({
      id: 'j',
      contacts: [null, { contact: { id: 'c-1', emailAddresses: [7, { address: 'a@example.com' }] } }, 'c-2'],
      tradeTypes: ['Roofing', { id: 't-1', name: 'Siding' }],
    });
    expect(job.contacts.map(({ contact }) => contact?.id ?? null)).toEqual([null, 'c-1', null]);
    expect(job.contacts[1]?.contact?.emailAddresses).toMatchObject([{ address: 'a@example.com' }]);
    expect(job.tradeTypes).toEqual([{ id: 't-1', name: 'Siding' }]);
  });

  test('When a date is none, then it is null', () => {
    for (const createdDate of ['', 'soon', '2026-13-01T00:00:00Z', 1_700_000_000_000])
      expect(jobSchema.parse({ id: 'j', createdDate }).createdDate).toBeNull();
    expect(jobSchema.parse({ id: 'j', createdDate: '2026-02-11' }).createdDate).toBe(
      '2026-02-11T00:00:00.000Z',
    );
  });
});
