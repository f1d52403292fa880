import type { Address } from './addresses.ts';
import type { NamedId, NumberedName } from './settings-lists.ts';

/** A contact as one job knows it; `id` is the job contact's own. */
export interface JobContact {
  readonly id: string;
  readonly contactId: string;
  readonly isPrimary: boolean;
  readonly relationToPrimary: string;
}

/** A job as AccuLynx knows it; an unassigned one shows only in the listing of unassigned jobs. */
export interface Job {
  readonly id: string;
  readonly assigned: boolean;
  readonly jobName: string;
  readonly jobNumber: string;
  readonly currentMilestone: string;
  readonly createdDate: string;
  readonly modifiedDate: string | null;
  readonly milestoneDate: string | null;
  readonly priority: string;
  readonly contacts: readonly JobContact[];
  readonly locationAddress: Address | null;
  readonly geoLocation: { readonly latitude: number; readonly longitude: number };
  readonly tradeTypes: readonly NamedId[];
  readonly jobCategory: NumberedName | null;
  readonly workType: (NumberedName & { readonly systemDefault: boolean }) | null;
  /** With `parentId` if it is the child of another one. */
  readonly leadSource: (NamedId & { readonly parentId?: string }) | null;
  readonly leadDeadReason: string;
}
