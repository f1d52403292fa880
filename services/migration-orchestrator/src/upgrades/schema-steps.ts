import type { MigrationStep } from '@ridgeline/postgres';
import { migrationFiles, migrationName } from '@ridgeline/postgres/migration-history';

const folder = new URL('../../migrations/', import.meta.url);

/** The steps of the schema with these numbers, in their order: up to the newest unless a last one is named. */
export async function schemaSteps(
  first: number,
  last = Infinity,
): Promise<readonly { readonly up: MigrationStep }[]> {
  const wanted = (await migrationFiles(folder)).filter((file) => {
    const number = Number.parseInt(migrationName(file), 10);
    return number >= first && number <= last;
  });
  return Promise.all(
    wanted.map(async (file) => (await import(new URL(file, folder).href)) as { readonly up: MigrationStep }),
  );
}
