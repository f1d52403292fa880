import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The name of a test as part of a file's name. */
export const nameForFile = (test: string): string => test.replaceAll(/\W+/g, '-').slice(0, 150);

/** How many characters of a page are read, from its beginning. */
const mostCharacters = 6_000;

/** The pages of a failed browser test at its end, as text; the folder contains those of all tests. */
export function keptPages(folder: string, test: string): readonly string[] {
  const start = `${nameForFile(test)}-`;
  return readdirSync(folder)
    .filter((file) => file.startsWith(start) && /^\d+\.txt$/.test(file.slice(start.length)))
    .map((file) => readFileSync(join(folder, file), 'utf8').slice(0, mostCharacters));
}
