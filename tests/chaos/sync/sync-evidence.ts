import type { SyncFacts } from './sync-facts.ts';
import type { SyncEvidence } from './sync-model.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** Reads the data from the simulators against which a company's result is checked. */
export async function evidenceOf(
  { company, linked, old, pairsBefore }: SyncedTenant,
  facts: SyncFacts,
  mayBringOld: boolean,
): Promise<SyncEvidence> {
  const { control, user, portalId, timeZone } = company;
  const { companyId } = user;
  const [contacts, jobs] = [await control.sourceContacts(companyId), await control.sourceJobs(companyId)];
  const linkedIds = {
    contacts: idsOf(linked.contacts, 'acculynx_contact_id'),
    jobs: idsOf(linked.deals, 'acculynx_job_id'),
  };
  return {
    contacts,
    jobs,
    target: {
      contacts: await control.targetContacts(portalId),
      deals: await control.targetDeals(portalId),
    },
    associations: await control.targetAssociations(portalId, 'deals', 'contacts'),
    arrivals: {
      contacts: await control.targetArrivals(portalId, 'contacts', {
        property: 'acculynx_cross_reference',
        by: 'acculynx_contact_id',
      }),
      deals: await control.targetArrivals(portalId, 'deals', { property: 'dealname', by: 'acculynx_job_id' }),
    },
    pairsBefore,
    linked: linkedIds,
    added: {
      contacts: added(await insertedOf(company, 'contacts'), old.contacts),
      jobs: added(await insertedOf(company, 'jobs'), old.jobs),
    },
    mayBringOld,
    facts,
    timeZone,
  };
}

const idsOf = (records: SyncedTenant['linked']['contacts'], property: string): ReadonlySet<string> =>
  new Set(records.flatMap(({ properties }) => properties[property] ?? []));

async function insertedOf(
  { control, user }: SyncedTenant['company'],
  list: 'contacts' | 'jobs',
): Promise<string[]> {
  const changes = await control.sourceChanges(user.companyId);
  return changes.flatMap((change) =>
    change.list === list && change.action === 'inserted' ? change.ids : [],
  );
}

const added = (inserted: readonly string[], old: readonly string[]): ReadonlySet<string> =>
  new Set(inserted.filter((id) => !old.includes(id)));
