import { existsSync } from 'node:fs';
import type { Archive } from './archives.mjs';
import { cached } from './cache.ts';
import { findProgram, runCommand } from './command.mjs';

let installing: Promise<void> | undefined;

/** The full path of `java` or `mvn`. On Debian as root, a missing one is installed; elsewhere the error says what to install. */
export async function javaProgram(name: 'java' | 'mvn', log: (line: string) => void): Promise<string> {
  const found = findProgram(name);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error(
      `'${name}' is not on the PATH. Kafka runs on Java 17 or newer and is fetched by Maven: install both ` +
        '(Debian and Ubuntu: apt install openjdk-17-jre-headless maven; macOS: brew install openjdk maven), ' +
        'or set KAFKA_BROKERS and REDIS_URL to servers that run already.',
    );
  }
  // Redis and Kafka ask for it at the same time, and apt holds a lock.
  installing ??= installJava(log);
  await installing;
  return findProgram(name) ?? name;
}

async function installJava(log: (line: string) => void): Promise<void> {
  log('Installing Java and Maven (apt) ...');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env });
  const packages = ['default-jre-headless', 'maven'];
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

/** The folder in the download cache with what Maven fetches for a server. */
export function archiveFolder(
  cacheDir: string,
  { folder, title, fill }: Archive,
  log: (line: string) => void,
): Promise<string> {
  return cached(cacheDir, folder, async (draft) => {
    log(`Downloading ${title} ...`);
    await fill(await javaProgram('mvn', log), draft);
  });
}
