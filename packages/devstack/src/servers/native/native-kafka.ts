import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForKafka } from '@ridgeline/kafka/readiness';
import { kafkaArchive } from './archives.mjs';
import { classArchive } from './class-archive.ts';
import { runCommand } from './command.mjs';
import { archiveFolder, javaProgram } from './java.ts';
import { guardedListener, signInArguments } from './kafka-doors.ts';
import type { NativeOptions, NativeServer } from './launch.ts';
import { linkToMemory } from './memory-folder.ts';

const LOGGING = `rootLogger.level=warn
rootLogger.appenderRef.out.ref=out
appender.out.type=Console
appender.out.name=out
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=%d{ISO8601} %-5p %m (%c{1})%n
`;

/**
 * Apache Kafka, one KRaft node that is broker and controller, from Maven. Listens on two ports, for clients and for the
 * controller; with `guard` on a third one in plain text, for the readiness check and the broker itself.
 */
export async function nativeKafka({
  directory,
  cacheDir,
  durable,
  log,
  guard,
}: NativeOptions): Promise<NativeServer> {
  const java = await javaProgram('java', log);
  const jars = await archiveFolder(cacheDir, kafkaArchive, log);
  const temporary = join(directory, 'tmp');
  const settings = join(directory, 'server.properties');
  const logging = join(directory, 'log4j2.properties');
  await mkdir(temporary, { recursive: true });
  await writeFile(logging, LOGGING);
  const data = join(directory, 'data');
  const inMemory = durable ? undefined : await linkToMemory(data);

  const jvm = [
    '-Xmx512m',
    // One small node: the serial collector and the first compiler start faster and hold less memory.
    '-XX:+UseSerialGC',
    '-XX:TieredStopAtLevel=1',
    // Otherwise every JVM leaves a file outside the stack's directory.
    '-XX:-UsePerfData',
    `-Djava.io.tmpdir=${temporary}`,
    `-Dlog4j2.configurationFile=${logging}`,
    '-cp',
    join(jars, '*'),
  ];

  return {
    name: 'kafka',
    ports: guard ? 3 : 2,
    async configure([client = 0, controller = 0, clear = client]) {
      const doors = guard ? await guardedListener(guard, { directory, port: client, clear }) : {};
      await writeFile(settings, serverProperties({ client: clear, controller, data, doors }));
      if (!existsSync(join(data, 'meta.properties'))) {
        const format = [
          'kafka.tools.StorageTool',
          'format',
          '-t',
          await clusterId(directory),
          '-c',
          settings,
          ...signInArguments(guard),
        ];
        await runCommand(java, [...jvm, ...format], { cwd: directory });
      }
      const { flags, keeps } = await classArchive(
        { cacheDir, directory, java, jars },
        { endsInOrder: durable },
      );
      return {
        command: java,
        args: [...flags, ...jvm, 'kafka.Kafka', settings],
        env: {},
        cwd: directory,
        logFile: join(directory, 'server.log'),
        stopSignal: 'SIGTERM',
        closeSignal: durable ? 'SIGTERM' : 'SIGKILL',
        stopWithinMs: keeps === undefined ? 10_000 : 30_000,
        ...(keeps && { keeps }),
        ...(inMemory !== undefined && { inMemory }),
      };
    },
    ready: ([client = 0, , clear = client], signal) => waitForKafka([`127.0.0.1:${clear}`], signal),
  };
}

// Kept in a file, so that a format that was interrupted is repeated with the same id. It is a base64url UUID; the fixed
// first byte keeps it from beginning with a dash, which Kafka's command line reads as an option.
async function clusterId(directory: string): Promise<string> {
  const file = join(directory, 'cluster-id');
  if (!existsSync(file))
    await writeFile(file, Buffer.concat([Buffer.of(0), randomBytes(15)]).toString('base64url'));
  return (await readFile(file, 'utf8')).trim();
}

interface Settings {
  client: number;
  controller: number;
  data: string;
  /** Settings that a guarded listener adds or replaces. */
  doors: Record<string, string>;
}

function serverProperties({ doors, ...at }: Settings): string {
  return Object.entries({
    'process.roles': 'broker,controller',
    'node.id': 1,
    'controller.quorum.voters': `1@127.0.0.1:${at.controller}`,
    listeners: `${doors['advertised.listeners'] ?? `PLAINTEXT://127.0.0.1:${at.client}`},CONTROLLER://127.0.0.1:${at.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${at.client}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,GUARDED:SASL_SSL',
    'log.dirs': at.data,
    'auto.create.topics.enable': false,
    'offsets.topic.replication.factor': 1,
    'offsets.topic.num.partitions': 5,
    'transaction.state.log.replication.factor': 1,
    'transaction.state.log.min.isr': 1,
    'transaction.state.log.num.partitions': 5,
    'share.coordinator.state.topic.replication.factor': 1,
    'share.coordinator.state.topic.min.isr': 1,
    'group.initial.rebalance.delay.ms': 0,
    // After a SIGKILL the controller refuses the same broker until its old session is over (default: 9 s).
    'broker.heartbeat.interval.ms': 500,
    'broker.session.timeout.ms': 3_000,
    'log.cleaner.dedupe.buffer.size': 8 * 1024 * 1024,
    // By default, an idle broker has eight threads that look for requests, and writes two empty records per second, by which
    // other nodes measure how far behind they are.
    'num.io.threads': 2,
    'metadata.max.idle.interval.ms': 0,
    ...doors,
  })
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');
}
