import { readdir } from 'node:fs/promises';
import type { MigrationStep } from '@ridgeline/postgres';

const folder = new URL('../../migrations/', import.meta.url);

/** The steps of the schema with these numbers, in their order. */
export async function schemaSteps(
  first: number,
  last: number,
): Promise<readonly { readonly up: MigrationStep }[]> {
  const wanted = (await readdir(folder)).sort().filter((name) => {
    const number = Number.parseInt(name, 10);
    return number >= first && number <= last;
  });
  return Promise.all(
    wanted.map(async (name) => (await import(new URL(name, folder).href)) as { readonly up: MigrationStep }),
  );
}
