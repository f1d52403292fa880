import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files with only offsets and times, which are large and mostly empty. */
const withoutContent = /\.(index|timeindex)$/;

/** The forms in which a text may be stored: as is, and in the two encodings of bytes that logs and dumps use. */
export const formsOf = (text: string): string[] =>
  (['utf8', 'hex', 'base64'] as const).map((encoding) =>
    Buffer.from(text).toString(encoding).replace(/=+$/, ''),
  );

/**
 * The files below a folder, and below the folders to which links in it lead, that contain one of the texts; files that were
 * deleted in the meantime do not count.
 */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap(formsOf);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) found.push(...(await filesWith(path, texts)).map((file) => join(name, file)));
    if (!entry.isFile() || withoutContent.test(path)) continue;
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => content.includes(needle))) found.push(name);
  }
  return found;
}
