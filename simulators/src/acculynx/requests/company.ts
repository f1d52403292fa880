import { SubscriptionStore } from '../account/subscription-store.ts';
import { CompanyData } from '../../seed/company-data.ts';
import type { RecordWorld } from '../../seed/record-changes.ts';
import { uuidFrom } from '../../seed/ids.ts';

/** One AccuLynx location: its key and everything it holds. */
export interface AccuLynxCompany {
  readonly companyId: string;
  /** The location's own id at AccuLynx. */
  readonly locationId: string;
  readonly name: string;
  readonly apiKey: string;
  readonly data: CompanyData;
  readonly subscriptions: SubscriptionStore;
}

export function accuLynxCompany(spec: {
  readonly companyId: string;
  readonly name: string;
  readonly apiKey: string;
  readonly seed: number;
  readonly contacts: number;
  readonly jobs: number;
  readonly world: RecordWorld;
}): AccuLynxCompany {
  return {
    companyId: spec.companyId,
    locationId: uuidFrom(spec.seed, 0, 500),
    name: spec.name,
    apiKey: spec.apiKey,
    data: new CompanyData(spec.seed, { contacts: spec.contacts, jobs: spec.jobs }, spec.world),
    subscriptions: new SubscriptionStore(spec.seed),
  };
}
