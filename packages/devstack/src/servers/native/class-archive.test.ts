import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { classArchive } from './class-archive.ts';

const inOrder = { endsInOrder: true };
const killed = { endsInOrder: false };

let home: string;
let program: Parameters<typeof classArchive>[0];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'ridgeline-classes-'));
  const java = join(home, 'java');
  await writeFile(java, '');
  program = { cacheDir: join(home, 'cache'), directory: join(home, 'one'), java, jars: join(home, 'jars') };
});

afterEach(() => rm(home, { recursive: true }));

/** Writes the archive as a first program that ends in order does, and returns its path. */
async function leaveArchive(): Promise<string> {
  const { keeps } = await classArchive(program, inOrder);
  if (!keeps) throw new Error('There is an archive already');
  await mkdir(program.cacheDir, { recursive: true });
  await writeFile(keeps.file, '');
  return keeps.file;
}

test('When there is no archive, then a program that ends in order writes one under a name of its own', async () => {
  const one = await classArchive(program, inOrder);
  const two = await classArchive({ ...program, directory: join(home, 'two') }, inOrder);
  expect(one.flags).toEqual([`-XX:ArchiveClassesAtExit=${one.keeps?.draft ?? ''}`]);
  expect(one.keeps?.draft).not.toBe(two.keeps?.draft);
  expect(one.keeps?.file).toBe(two.keeps?.file);
});

test('When there is no archive, then a program that will be killed writes none', async () => {
  expect(await classArchive(program, killed)).toEqual({ flags: [] });
});

test('When there is an archive, then every program uses it and none writes it', async () => {
  const file = await leaveArchive();
  const used = { flags: [`-XX:SharedArchiveFile=${file}`] };
  expect(await classArchive(program, inOrder)).toEqual(used);
  expect(await classArchive(program, killed)).toEqual(used);
});

test('When Java or the jars are others, then the archive is not theirs', async () => {
  await leaveArchive();
  expect(await classArchive({ ...program, jars: join(home, 'newer') }, killed)).toEqual({ flags: [] });
  await utimes(program.java, 1, 1);
  expect(await classArchive(program, killed)).toEqual({ flags: [] });
});
