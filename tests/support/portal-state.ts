import type { TargetRecord, TestCompany } from '@ridgeline/testkit';

/**
 * A portal's content by keys: `contact 12` and `deal 5` with their values, `deal 5 and contact 12` with its labels. Values
 * that HubSpot itself maintains, and empty ones, are left out.
 */
export type PortalState = Readonly<Record<string, unknown>>;

const kept = /^(hs_.*|createdate|lastmodifieddate|num_.*|notes_.*)$/;

const valuesOf = ({ properties }: TargetRecord) =>
  Object.fromEntries(
    Object.entries(properties).filter(([name, value]) => !kept.test(name) && value !== null && value !== ''),
  );

/** What a company's portal holds now. */
export async function portalState({
  control,
  portalId,
}: Pick<TestCompany, 'control' | 'portalId'>): Promise<PortalState> {
  const [contacts, deals, associations] = await Promise.all([
    control.targetContacts(portalId),
    control.targetDeals(portalId),
    control.targetAssociations(portalId, 'deals', 'contacts'),
  ]);
  const named: readonly (readonly [string, unknown])[] = [
    ...contacts.map((record) => [`contact ${record.id}`, valuesOf(record)] as const),
    ...deals.map((record) => [`deal ${record.id}`, valuesOf(record)] as const),
    ...associations.map(
      ({ fromId, toId, labels }) => [`deal ${fromId} and contact ${toId}`, labels.toSorted()] as const,
    ),
  ];
  return Object.fromEntries(named);
}
