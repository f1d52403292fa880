import type {
  AccuracyFinding,
  AccuracyStatus,
  SweepFinding,
  SweepStatus,
  SyncDeadLetter,
  SyncedRecord,
  SyncStatus,
} from '@ridgeline/contracts';

/** How auto-sync of connection 3 stands, for tests: up to date, with the given differences. */
export const aSync = (difference: Partial<SyncStatus> = {}): SyncStatus => ({
  connectionId: 3,
  state: 'current',
  upToDateAsOf: '2025-01-02T12:00:00.000Z',
  waiting: 0,
  oldestWaitingAt: null,
  delayMs: 3_200,
  lastEventAt: '2025-01-02T11:59:56.000Z',
  waitingFor: null,
  deadLetters: 0,
  leftToMigrations: 0,
  linked: 6_912,
  lastChangeAt: '2025-01-02T11:59:59.200Z',
  ...difference,
});

/** A contact whose phone number auto-sync changed, for tests, with the given differences. */
export const aSyncedRecord = (difference: Partial<SyncedRecord> = {}): SyncedRecord => ({
  id: 41,
  kind: 'contact',
  sourceId: '0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60',
  outcome: 'updated',
  hubspotId: '501',
  name: 'Ann Smith',
  reason: null,
  message: null,
  detail: null,
  field: null,
  origin: 'event',
  knownAt: '2025-01-02T11:59:56.000Z',
  copiedAt: '2025-01-02T11:59:59.200Z',
  warnings: [],
  changes: [{ property: 'phone', before: null, after: '303-555-0100' }],
  ...difference,
});

/** A contact whose email address HubSpot rejects, for tests, with the given differences. */
export const aSyncDeadLetter = (difference: Partial<SyncDeadLetter> = {}): SyncDeadLetter => ({
  kind: 'contact',
  sourceId: '0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60',
  name: 'Ann Smith',
  reason: 'invalid_email',
  message: 'HubSpot does not accept the email address',
  detail: 'Property values were not valid: ann@@ is not a valid email address',
  field: 'email',
  attempts: 1,
  knownAt: '2025-01-02T11:50:00.000Z',
  failedAt: '2025-01-02T11:50:04.000Z',
  ...difference,
});

/** How the search for missed changes of connection 3 stands, for tests: three were missed, with the given differences. */
export const aSweepStatus = (difference: Partial<SweepStatus> = {}): SweepStatus => ({
  lastAt: '2025-01-02T11:57:00.000Z',
  nextAt: '2025-01-02T12:11:00.000Z',
  allComparedAt: '2025-01-02T11:50:00.000Z',
  allTakesMs: 240_000,
  missed: 3,
  late: 1,
  early: 0,
  ...difference,
});

/** The comparison of HubSpot with what connection 3 copied, for tests: users changed two, with the given differences. */
export const anAccuracy = (difference: Partial<AccuracyStatus> = {}): AccuracyStatus => ({
  lastAt: '2025-01-01T12:00:00.000Z',
  nextAt: '2025-01-02T14:00:00.000Z',
  whole: false,
  compared: 200,
  equal: 198,
  changedByPeople: 2,
  repaired: 0,
  gone: 0,
  repairing: 0,
  underWay: null,
  listed: { changed_by_people: 7, repaired: 1, gone: 0 },
  ...difference,
});

/** A contact whose phone number a user changed in HubSpot, for tests, with the given differences. */
export const anAccuracyFinding = (difference: Partial<AccuracyFinding> = {}): AccuracyFinding => ({
  id: 4,
  kind: 'contact',
  sourceId: '0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60',
  hubspotId: '501',
  name: 'Ann Smith',
  verdict: 'changed_by_people',
  properties: [{ property: 'phone', by: 'CRM_UI' }],
  foundAt: '2025-01-02T10:00:00.000Z',
  ...difference,
});

/** A change of a contact that a sweep found, for tests, with the given differences. */
export const aSweepFinding = (difference: Partial<SweepFinding> = {}): SweepFinding => ({
  id: 9,
  kind: 'contact',
  sourceId: '0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60',
  name: 'Ann Smith',
  verdict: 'missed',
  foundAt: '2025-01-02T10:00:00.000Z',
  changedAt: null,
  ...difference,
});
