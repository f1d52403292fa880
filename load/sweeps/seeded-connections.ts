import { randomBytes } from 'node:crypto';
import type { Product } from '@ridgeline/devstack';
import type { Database, Tx } from '@ridgeline/postgres';
import { simulatorControl } from '@ridgeline/testkit';
import { masterKeysSchema } from '../../services/connection/src/secrets/master-keys.ts';
import { sealSecrets } from '../../services/connection/src/secrets/sealed-secrets.ts';
import { insertSecrets } from '../../services/connection/src/secrets/secret-store.postgres.ts';

/** What each location has at AccuLynx, all of it linked. */
const sizes = { contacts: 20, jobs: 10 };
/** Higher than the ids of connections that were saved. */
const firstId = 1_000_000;

/** The connection service's keys, with which the benchmark also seals secrets. */
export const benchmarkKeys = `sweeps:${randomBytes(32).toString('base64')}`;

interface Seeded {
  readonly connectionId: number;
  readonly companyId: string;
  readonly apiKey: string;
}

interface SourceRecord {
  readonly companyId: string;
  readonly kind: 'contact' | 'job';
  readonly sourceId: string;
}

/**
 * Stores so many connections with auto-sync of both kinds on, as a save does, but all together and without subscriptions.
 * Each has its own company, AccuLynx location and portal.
 */
export async function seedConnections(
  { description: { simulators } }: Product,
  db: Database,
  count: number,
): Promise<readonly string[]> {
  const control = simulatorControl(simulators.control);
  const seeded = Array.from({ length: count }, (_, index): Seeded => {
    const name = `idle-${String(index)}`;
    return { connectionId: firstId + index, companyId: name, apiKey: `al-key-${name}` };
  });
  const links: SourceRecord[] = [];
  for (const { companyId, apiKey } of seeded) {
    const hubspotToken = `pat-na1-${companyId}`;
    await control.register({
      companyId,
      acculynxApiKey: apiKey,
      hubspotToken,
      ...sizes,
      portalId: 7_000_000,
    });
    for (const [list, kind] of [
      ['contacts', 'contact'],
      ['jobs', 'job'],
    ] as const)
      for (const sourceId of await control.sourceIds(companyId, list))
        links.push({ companyId, kind, sourceId });
  }
  await db.forSystem(async (tx) => {
    await storeSecrets(tx, seeded);
    await storeSyncs(tx, seeded);
    await tx.query(
      `insert into migration.links (company_id, portal_id, object_type, source_id, hubspot_id)
       select company, 'portal of ' || company, kind, id, 'hs-' || id
       from unnest($1::text[], $2::text[], $3::text[]) as l(company, kind, id)`,
      [
        links.map(({ companyId }) => companyId),
        links.map(({ kind }) => kind),
        links.map(({ sourceId }) => sourceId),
      ],
    );
  });
  return seeded.map(({ companyId }) => companyId);
}

async function storeSecrets(tx: Tx, seeded: readonly Seeded[]): Promise<void> {
  const keys = masterKeysSchema.parse(benchmarkKeys);
  await tx.query(`set local search_path to connection`);
  await tx.query(
    `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint, acculynx_status, hubspot_status)
     overriding system value
     select id, company, 1, 'Idle', '', '', 'valid', 'valid' from unnest($1::integer[], $2::text[]) as c(id, company)`,
    [seeded.map(({ connectionId }) => connectionId), seeded.map(({ companyId }) => companyId)],
  );
  for (const { connectionId, companyId, apiKey } of seeded) {
    const owner = { connectionId, companyId };
    const texts = { acculynxApiKey: apiKey, hubspotPat: `pat-na1-${companyId}` };
    await insertSecrets(tx, owner, sealSecrets(keys, owner, texts));
  }
}

async function storeSyncs(tx: Tx, seeded: readonly Seeded[]): Promise<void> {
  await tx.query(`set local search_path to migration`);
  await tx.query(
    `with c as (select * from unnest($1::integer[], $2::text[]) as c(id, company)),
     s as (insert into syncs (portal_queue) select 'portal of ' || company from c returning id, portal_queue)
     insert into sync_connections (connection_id, company_id, sync_id, portal_id, revision, since, options, existing_noted)
     select c.id, c.company, s.id, s.portal_queue, 1, jsonb_build_object('contact', now(), 'job', now()), '{}',
       '{"contact": true}'
     from c join s on s.portal_queue = 'portal of ' || c.company`,
    [seeded.map(({ connectionId }) => connectionId), seeded.map(({ companyId }) => companyId)],
  );
}

/** Ends their auto-sync: no sweep of them is due any more. */
export async function endSeeded(db: Database): Promise<void> {
  await db.forSystem(async (tx) => {
    await tx.query(`delete from migration.sync_connections where connection_id >= $1`, [firstId]);
    await tx.query(`delete from migration.sweeps where connection_id >= $1`, [firstId]);
  });
}
