import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '../server-process.ts';

/** The program that a class archive belongs to. */
interface ArchivedProgram {
  readonly cacheDir: string;
  /** The server's own folder, by which the drafts of two stacks differ. */
  readonly directory: string;
  readonly java: string;
  /** The folder of its jars. */
  readonly jars: string;
}

/**
 * The JVM's archive of a program's parsed and verified classes (class data sharing), with which it starts in half the time.
 * The first program that ends in order writes it, in seconds; later ones map it. Its name follows from Java's program and
 * the jars, and a JVM that cannot use it starts without it.
 */
export async function classArchive(
  { cacheDir, directory, java, jars }: ArchivedProgram,
  { endsInOrder }: { readonly endsInOrder: boolean },
): Promise<{ readonly flags: readonly string[]; readonly keeps?: ServerProcess['keeps'] }> {
  const program = await realpath(java);
  const { mtimeMs, size } = await stat(program);
  const file = join(cacheDir, `classes-${digest([program, mtimeMs, size, jars])}.jsa`);
  if (existsSync(file)) return { flags: [`-XX:SharedArchiveFile=${file}`] };
  if (!endsInOrder) return { flags: [] };
  await mkdir(cacheDir, { recursive: true });
  const draft = `${file}.draft-${digest([directory])}`;
  return { flags: [`-XX:ArchiveClassesAtExit=${draft}`], keeps: { draft, file } };
}

const digest = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
