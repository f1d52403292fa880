import { existsSync } from 'node:fs';
import { mkdtemp, rm, statfs, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux keeps files in memory; other systems have no such folder. */
const memory = '/dev/shm';

/** Several stacks may run at a time, each with up to a gigabyte of data and log, beside services and browsers. */
const roomBytes = 8 * 2 ** 30;

/**
 * Makes `data` a link to a new folder in memory, for a stack that is thrown away: Postgres makes very many small files for
 * each database, and Kafka several for each partition, which costs a disk's file system far more processor time. Answers
 * that folder, which the caller has removed at the end; undefined when `data` exists already or memory has no room.
 */
export async function linkToMemory(data: string): Promise<string | undefined> {
  if (existsSync(data) || !(await hasRoom())) return undefined;
  const folder = await mkdtemp(join(memory, 'ridgeline-'));
  // Left by a stack that has ended, a link leads nowhere.
  await rm(data, { force: true });
  await symlink(folder, data);
  return folder;
}

async function hasRoom(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) >= roomBytes;
}
