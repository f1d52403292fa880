import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, runCommand } from './command.ts';

const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const QUIET = ['--quiet', '--batch-mode', '--no-transfer-progress'];

let installing: Promise<void> | undefined;

/** The full path of `java` or `mvn`. On Debian as root a missing one is installed; elsewhere the error says what to install. */
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

/** A Maven artefact, as `group:artefact:version`. */
export type MavenCoordinate = `${string}:${string}:${string}`;

/** Copies the jars of `artefacts` and of all they need at run time into `folder`. */
export async function copyJars(mvn: string, artefacts: MavenCoordinate[], folder: string): Promise<void> {
  const dependencies = artefacts.map((artefact) => {
    const [group = '', name = '', version = ''] = artefact.split(':');
    return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;
  });
  const pom = join(folder, 'pom.xml');
  await writeFile(
    pom,
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
      '<groupId>ridgeline</groupId><artifactId>devstack</artifactId><version>1</version>' +
      `<dependencies>${dependencies.join('')}</dependencies></project>\n`,
  );
  const goal = `${DEPENDENCY_PLUGIN}:copy-dependencies`;
  await runCommand(
    mvn,
    [...QUIET, '-f', pom, goal, '-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
    {
      cwd: folder,
    },
  );
}

/** Unpacks the files of one artefact whose names match `includes` (an Ant pattern) into `folder`. */
export async function unpackJar(
  mvn: string,
  artefact: MavenCoordinate,
  includes: string,
  folder: string,
): Promise<void> {
  const goal = `${DEPENDENCY_PLUGIN}:unpack`;
  const options = [
    `-Dartifact=${artefact}`,
    `-Dmdep.unpack.includes=${includes}`,
    `-DoutputDirectory=${folder}`,
  ];
  await runCommand(mvn, [...QUIET, goal, ...options], { cwd: folder });
}
