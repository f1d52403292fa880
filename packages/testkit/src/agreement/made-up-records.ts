import type { SourceJob, TargetRecord } from '../simulated-records.ts';

/** A job as AccuLynx would hold it, of these contacts, the first one primary. */
export const aJob = (
  id: string,
  contactIds: readonly string[] = [],
  change: Partial<SourceJob> = {},
): SourceJob => ({
  id,
  assigned: true,
  jobName: `RDG-${id}: Ann Reyes`,
  jobNumber: `RDG-${id}`,
  currentMilestone: 'Prospect',
  createdDate: '2026-02-11T03:04:05Z',
  modifiedDate: '2026-02-19T21:40:10Z',
  milestoneDate: null,
  priority: 'Normal',
  leadDeadReason: '',
  contacts: contactIds.map((contactId, place) => ({
    id: `${id}-${contactId}`,
    contactId,
    isPrimary: place === 0,
    relationToPrimary: '',
  })),
  locationAddress: {
    street1: '8 Quarry Lane',
    street2: null,
    city: 'Waco',
    zipCode: '76701',
    state: { name: 'Texas', abbreviation: 'TX' },
    country: null,
  },
  tradeTypes: [],
  jobCategory: null,
  workType: null,
  leadSource: null,
  ...change,
});

/** A HubSpot record that the API created once. */
export const aRecord = (
  id: string,
  properties: TargetRecord['properties'],
  change: Partial<TargetRecord> = {},
): TargetRecord => ({ id, created: 1, updated: 0, properties, ...change });
