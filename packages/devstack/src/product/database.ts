import { join } from 'node:path';
import { provisionService, urlOf } from '@ridgeline/postgres';
import { migrate } from '@ridgeline/postgres/migrate';
import type { StackSecrets } from './secrets.ts';
import type { ServiceEntry } from './service-table.ts';

const database = 'ridgeline';

/** The address with which a service reaches its own schema at run time. */
export function roleUrl(adminUrl: string, schema: string, password: string): string {
  return urlOf(adminUrl, { database, user: `${schema}_app`, password });
}

/** Gives every service that owns a schema its roles and tables. Returns whether the database was empty before. */
export async function provisionDatabase(
  adminUrl: string,
  root: string,
  table: readonly ServiceEntry[],
  { databasePassword }: StackSecrets,
): Promise<{ wasEmpty: boolean }> {
  let wasEmpty = false;
  for (const { schema, folder } of table) {
    if (schema === null) continue;
    await provisionService(adminUrl, {
      database,
      service: schema,
      password: databasePassword,
      ownerPassword: databasePassword,
    });
    const applied = await migrate({
      ownerUrl: urlOf(adminUrl, { database, user: `${schema}_owner`, password: databasePassword }),
      schema,
      directory: join(root, folder, 'migrations'),
    });
    wasEmpty ||= applied.some((name) => name.startsWith('001'));
  }
  return { wasEmpty };
}
