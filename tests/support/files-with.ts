import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Offsets and times only, in files that are mostly empty and large. */
const withoutContent = /\.(index|timeindex)$/;

/** A text as it may be written: as it is, and as the two encodings of bytes that logs and dumps use. */
export const formsOf = (text: string): string[] =>
  (['utf8', 'hex', 'base64'] as const).map((encoding) =>
    Buffer.from(text).toString(encoding).replace(/=+$/, ''),
  );

/** The files below a folder that hold one of the texts; those that are gone by the time that they are read hold nothing. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap(formsOf);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || withoutContent.test(path)) continue;
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    if (needles.some((needle) => content.includes(needle))) found.push(path.slice(folder.length + 1));
  }
  return found;
}
