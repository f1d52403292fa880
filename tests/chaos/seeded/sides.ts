import {
  migratedJobs,
  type SimulatorControl,
  type TargetRecord,
  type SourceListName,
} from '@ridgeline/testkit';

/** Where the records of a migration's type stand at both vendors. */
export interface Sides {
  /** The HubSpot property that holds the id of the source record. */
  readonly sourceIdProperty: string;
  /** The ids of all records at AccuLynx that a migration is to find. */
  readonly sourceIds: (control: SimulatorControl, companyId: string) => Promise<string[]>;
  readonly targets: (control: SimulatorControl, portalId: number) => Promise<TargetRecord[]>;
}

/** The sides of each type of migration. */
export const sidesOf: Readonly<Record<SourceListName, Sides>> = {
  contacts: {
    sourceIdProperty: 'acculynx_contact_id',
    sourceIds: (control, companyId) => control.sourceIds(companyId, 'contacts'),
    targets: (control, portalId) => control.targetContacts(portalId),
  },
  jobs: {
    sourceIdProperty: 'acculynx_job_id',
    sourceIds: async (control, companyId) =>
      migratedJobs(await control.sourceJobs(companyId)).map(({ id }) => id),
    targets: (control, portalId) => control.targetDeals(portalId),
  },
};
