// @ts-check
/** Plain JavaScript with Node's own modules, because scripts/bootstrap.mjs fetches these while npm installs the packages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './command.mjs';

const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const QUIET = ['--quiet', '--batch-mode', '--no-transfer-progress'];

const KAFKA_VERSION = '4.2.0';
const KAFKA_ARTEFACTS = [
  { groupId: 'org.apache.kafka', artifactId: 'kafka_2.13', version: KAFKA_VERSION },
  // Kafka logs through slf4j and comes without a binding: without this one there is no log to read after a failure.
  { groupId: 'org.apache.logging.log4j', artifactId: 'log4j-slf4j-impl', version: '2.25.3' },
];

const REDIS_ARTEFACT = 'com.github.codemonstur:embedded-redis:1.4.3';

/**
 * The files inside the artifact, by `process.platform`-`process.arch`.
 * @type {Readonly<Record<string, string>>}
 */
const REDIS_BINARIES = {
  'linux-x64': 'redis-server-6.2.6-v5-linux-amd64',
  'linux-arm64': 'redis-server-6.2.7-linux-arm64',
  'darwin-x64': 'redis-server-6.2.6-v5-darwin-amd64',
  'darwin-arm64': 'redis-server-6.2.6-v5-darwin-arm64',
};

/** The program in Redis' folder; undefined where there is none for this machine. */
export const redisBinary = REDIS_BINARIES[`${process.platform}-${process.arch}`];

/**
 * What Maven fetches for a native server: the folder of the download cache, what it is called, and how it is filled.
 * @typedef {{ folder: string, title: string, fill: (mvn: string, folder: string) => Promise<unknown> }} Archive
 */

/**
 * Apache Kafka: its jars and those of all that it needs at run time.
 * @type {Archive}
 */
export const kafkaArchive = {
  folder: `kafka-${KAFKA_VERSION}`,
  title: `Kafka ${KAFKA_VERSION}`,
  async fill(mvn, folder) {
    const dependencies = KAFKA_ARTEFACTS.map(
      ({ groupId, artifactId, version }) =>
        `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`,
    );
    const pom = join(folder, 'pom.xml');
    await writeFile(
      pom,
      '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
        '<groupId>ridgeline</groupId><artifactId>devstack</artifactId><version>1</version>' +
        `<dependencies>${dependencies.join('')}</dependencies></project>\n`,
    );
    const goal = `${DEPENDENCY_PLUGIN}:copy-dependencies`;
    const options = ['-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
    await runCommand(mvn, [...QUIET, '-f', pom, goal, ...options], { cwd: folder });
  },
};

/**
 * Redis: one binary inside an artifact.
 * @type {Archive}
 */
export const redisArchive = {
  folder: 'redis-6.2',
  title: 'Redis 6.2',
  fill(mvn, folder) {
    const options = [
      `-Dartifact=${REDIS_ARTEFACT}`,
      `-Dmdep.unpack.includes=**/${redisBinary}`,
      `-DoutputDirectory=${folder}`,
    ];
    return runCommand(mvn, [...QUIET, `${DEPENDENCY_PLUGIN}:unpack`, ...options], { cwd: folder });
  },
};
