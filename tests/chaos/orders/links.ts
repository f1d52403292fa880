import type { Product } from '@ridgeline/devstack';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import type { TestCompany } from '@ridgeline/testkit';
import { sidesOf } from '../seeded/sides.ts';

/** The company's links that do not lead to a portal record with their id, in words. */
export async function linkProblems(
  product: Product,
  { control, portalId, user }: TestCompany,
): Promise<string[]> {
  const url = urlOf(product.servers.postgres.adminUrl, { database: 'ridgeline' });
  await using db = openDatabase({ url, applicationName: 'chaos', max: 1 });
  const links = await db.forSystem((tx) =>
    tx.query<{ type: string; source: string; target: string }>(
      `select object_type as type, source_id as source, hubspot_id as target from migration.links where company_id = $1`,
      [user.companyId],
    ),
  );
  const carried = new Set<string>();
  for (const [type, { targets, sourceIdProperty }] of [
    ['contact', sidesOf.contacts],
    ['job', sidesOf.jobs],
  ] as const)
    for (const { id, properties } of await targets(control, portalId))
      carried.add(`${type} ${properties[sourceIdProperty] ?? ''} ${id}`);
  return links.flatMap(({ type, source, target }) => {
    const link = `${type} ${source} ${target}`;
    return carried.has(link) ? [] : [`no record in HubSpot carries the link ${link}`];
  });
}
