import { readFileSync } from 'node:fs';
import type { Product } from '@ridgeline/devstack';
import { openDatabase, urlOf } from '@ridgeline/postgres';

/** Statements that the connection service's role must not be able to run, by what they would expose. */
const forbidden: Readonly<Record<string, string>> = {
  "another service's rows": 'select 1 from auth.users',
  'a changed table': 'alter table connection.connections add column more integer',
  'another scope': "select set_config('ridgeline.scope', 'system', true)",
};

/** What the connection service's role may do although it should not, in words. */
export async function rightsTooMany(product: Product, dir: string, companyId: string): Promise<string[]> {
  const { databasePassword: password } = JSON.parse(readFileSync(`${dir}/secrets.json`, 'utf8')) as {
    databasePassword: string;
  };
  const url = urlOf(product.servers.postgres.adminUrl, {
    database: 'ridgeline',
    user: 'connection_app',
    password,
  });
  await using db = openDatabase({ url, max: 1, applicationName: 'rights' });
  const allowed: string[] = [];
  for (const [what, statement] of Object.entries(forbidden)) {
    const refused = await db
      .forCompany(companyId, (tx) => tx.query(statement))
      .then(
        () => false,
        (error: unknown) => (error as { details?: { sqlState?: string } }).details?.sqlState === '42501',
      );
    if (!refused) allowed.push(what);
  }
  const count = (company: string) =>
    db.forCompany(company, (tx) => tx.one<{ n: number }>('select count(*)::integer as n from connections'));
  if ((await count('another company')).n !== 0) allowed.push("another company's rows");
  if ((await count(companyId)).n !== 1) allowed.push('not even its own rows');
  return allowed;
}
