import type { CheckDifference, MigrationCheck } from '@ridgeline/contracts';

/** A finished check of 200 records, two of which were changed since, with the given differences. */
export const aCheck = ({ figures, ...difference }: Partial<MigrationCheck> = {}): MigrationCheck => ({
  id: 7,
  state: 'done',
  whole: false,
  askedBy: null,
  createdAt: '2025-01-02T12:01:00.000Z',
  endedAt: '2025-01-02T12:01:30.000Z',
  total: 200,
  problem: null,
  ...difference,
  figures: figures ?? {
    ...{ records: 200, equal: 198, changed: 2, lost: 0, gone: 0, merged: 0 },
    ...{ fields: 1_400, associations: 0, missing: 0 },
  },
});

/** A value that a user of HubSpot changed, with the given differences. */
export const aDifference = (difference: Partial<CheckDifference> = {}): CheckDifference => ({
  ...{ id: 1, kind: 'contact', sourceId: 'a', hubspotId: '501', name: 'Ann Okafor', verdict: 'changed' },
  ...{ property: 'city', label: 'City', written: 'Waco', now: 'Boise' },
  ...{ changedBy: 'user', source: 'CRM_UI', sourceDetail: 'userId:7', sourceName: null },
  ...{ migrationId: null, changedAt: '2025-01-02T12:01:10.000Z' },
  ...difference,
});
