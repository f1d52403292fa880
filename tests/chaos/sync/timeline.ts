import { feedOf, findingsOf } from './swept-evidence.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** How many records of a failed run are printed. */
const maxTold = 5;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
/** How violations name two HubSpot records that should be associated. */
const pair = /deal (\d+) .*contact (\d+)/;

/**
 * The changes, events, copies and findings of the first records that violations name, and of the records that have their
 * addresses in HubSpot, one per line.
 */
export async function timelines(tenant: SyncedTenant, violations: readonly string[]): Promise<string[]> {
  const { control, user } = tenant.company;
  if (violations.length === 0) return [];
  const named = (await namedIn(tenant, violations)).slice(0, maxTold);
  if (named.length === 0) return [];
  const holders = await holdersOf(tenant, named);
  const ids = new Set([...named, ...holders.flatMap(({ sourceId }) => sourceId ?? [])]);
  const deliveries = await control.deliveries(user.companyId);
  const moments = await control.sourceMoments(user.companyId);
  const [feed, findings] = [await feedOf(tenant), await findingsOf(tenant)];
  const held = holders.map(
    ({ address, record, sourceId }) =>
      `${address} is held by record ${record.id} of ${sourceId ?? 'no contact'} ${JSON.stringify(record)}`,
  );
  return [
    ...held,
    ...[...ids].flatMap((id) => [
      ...moments.filter((moment) => moment.id === id).map(({ at }) => `${id} ${at} changed`),
      ...deliveries
        .filter(({ recordId }) => recordId === id)
        .map(
          ({ at, topicName, mishaps, tries, end }) =>
            `${id} ${at} event ${topicName} ${JSON.stringify({ mishaps, tries, end })}`,
        ),
      ...feed
        .filter(({ sourceId }) => sourceId === id)
        .map(({ copiedAt, outcome, reason, origin, changes, warnings }) => {
          const facts = JSON.stringify({ reason, origin, changes, warnings });
          return `${id} ${copiedAt} copied: ${outcome} ${facts}`;
        })
        .reverse(),
      ...findings
        .filter(({ sourceId }) => sourceId === id)
        .map(({ foundAt, verdict }) => `${id} ${foundAt} found: ${verdict}`),
    ]),
  ];
}

/** The AccuLynx ids of the records that violations name, by these or by HubSpot's ids. */
async function namedIn({ company }: SyncedTenant, violations: readonly string[]): Promise<string[]> {
  const { control, portalId } = company;
  const [contacts, deals] = [await control.targetContacts(portalId), await control.targetDeals(portalId)];
  const sourceIds = new Map([
    ...deals.map(({ id, properties }) => [id, properties['acculynx_job_id'] ?? ''] as const),
    ...contacts.map(({ id, properties }) => [id, properties['acculynx_contact_id'] ?? ''] as const),
  ]);
  const named = violations.flatMap((text) => [
    ...(uuid.exec(text)?.slice(0, 1) ?? []),
    ...(pair
      .exec(text)
      ?.slice(1)
      .flatMap((id) => sourceIds.get(id) ?? []) ?? []),
  ]);
  return [...new Set(named)];
}

/** The records of HubSpot that have the addresses of these contacts of AccuLynx. */
async function holdersOf({ company }: SyncedTenant, sourceIds: readonly string[]) {
  const { control, user, portalId } = company;
  const contacts = (await control.sourceContacts(user.companyId)).filter(({ id }) => sourceIds.includes(id));
  const addresses = contacts.flatMap(({ emailAddresses }) =>
    emailAddresses.map(({ address }) => address.trim().toLowerCase()),
  );
  return (await control.targetContacts(portalId)).flatMap((record) => {
    const all = `${record.properties['email'] ?? ''};${record.properties['hs_additional_emails'] ?? ''}`
      .toLowerCase()
      .split(';');
    return addresses
      .filter((address) => all.includes(address))
      .map((address) => ({ address, record, sourceId: record.properties['acculynx_contact_id'] }));
  });
}
