// @ts-check
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { containerEngineAnswers } from '../../packages/devstack/src/servers/containers/container-engine.mjs';
import {
  kafkaArchive,
  redisArchive,
  redisBinary,
} from '../../packages/devstack/src/servers/native/archives.mjs';
import { findProgram } from '../../packages/devstack/src/servers/native/command.mjs';

/** @typedef {import('../../packages/devstack/src/servers/native/archives.mjs').Archive} Archive */

/**
 * Fetches what native servers need into the download cache while npm works, so that it takes no extra time. What cannot be
 * fetched here is left to the start, which installs Maven if it can and reports what is missing.
 * @param {string} root the repository's root
 */
export async function fetchServers(root) {
  const mvn = findProgram('mvn');
  if (mvn === undefined || (await containerEngineAnswers())) return;
  const cacheDir = join(root, '.ridgeline', 'cache');
  await mkdir(cacheDir, { recursive: true });
  const missing = neededArchives().filter(({ folder }) => !existsSync(join(cacheDir, folder)));
  await Promise.all(missing.map((archive) => fetchArchive(archive, mvn, cacheDir)));
}

/** @returns {Archive[]} */
function neededArchives() {
  const needsRedis = !process.env['REDIS_URL'] && redisBinary !== undefined && !findProgram('redis-server');
  return [...(needsRedis ? [redisArchive] : []), ...(process.env['KAFKA_BROKERS'] ? [] : [kafkaArchive])];
}

/**
 * Fills a folder under a temporary name, as `cached` of devstack does, but without its lock, whose package npm has yet to
 * install.
 * @param {Archive} archive
 * @param {string} mvn
 * @param {string} cacheDir
 */
async function fetchArchive({ folder, fill }, mvn, cacheDir) {
  const draft = join(cacheDir, `${folder}.draft-${randomUUID()}`);
  await mkdir(draft);
  try {
    await fill(mvn, draft);
    await rename(draft, join(cacheDir, folder));
  } catch {
    await rm(draft, { recursive: true, force: true });
  }
}
