import { execFile, spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { undo, type Fault, type Stage } from '../fault.ts';

const run = promisify(execFile);

/** Copies a folder with its contents, and keeps sparse files sparse. */
const copy = (from: string, to: string): Promise<unknown> =>
  run('cp', ['-a', '--sparse=always', `${from}/.`, to]);

const room = '64m';
const unmount = 'umount';

/** Puts Kafka's log folder onto a small file system of its own; disposing puts it back. Needs root. */
async function onSmallDisk({ product: { servers }, dir }: Stage, data: string): Promise<AsyncDisposable> {
  if (servers.kafka.how !== 'native')
    throw new Error('The disk of a Kafka that was not started here cannot be filled');
  const before = join(dir, 'servers', 'kafka', 'data-before');
  await servers.kill('kafka');
  await rename(data, before);
  await mkdir(data);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${room}`, 'ridgeline-drill', data]);
  // Also when the drill is interrupted.
  const leave = (): void => void spawnSync(unmount, ['--lazy', data]);
  process.once('exit', leave);
  await copy(before, data);
  await servers.restart('kafka');
  return undo(async () => {
    await servers.kill('kafka');
    await rm(before, { recursive: true });
    await mkdir(before);
    await copy(data, before);
    process.off('exit', leave);
    await run(unmount, [data]);
    await rm(data, { recursive: true });
    await rename(before, data);
    await servers.restart('kafka');
  });
}

/** Fills a file system with a file of zeros. */
async function fill(file: string): Promise<void> {
  const zeros = new Uint8Array(1024 * 1024);
  const endless = function* (): Generator<Uint8Array> {
    for (;;) yield zeros;
  };
  await pipeline(endless, createWriteStream(file)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  });
}

/** Faults of Kafka. */
export const kafkaFaults: readonly Fault[] = [
  {
    name: 'kafka-disk-full',
    what: "the disk with Kafka's logs is full",
    alert: 'RidgelineKafkaUnreachable',
    signs: [
      { panel: 'Kafka and outbox › Kafka errors within 10 minutes', above: 0 },
      { log: 'The consumer lost Kafka; another one takes its place', service: 'gateway' },
      {
        command: 'df <log folder>',
        placeholders: { 'log folder': 'servers/kafka/data' },
        says: /100%/,
      },
      { broker: 'No space left on device' },
    ],
    act: 'A disk is full',
    plant: async (stage) => {
      const data = join(stage.dir, 'servers', 'kafka', 'data');
      const ballast = join(data, 'ballast');
      await using planting = new AsyncDisposableStack();
      planting.use(await onSmallDisk(stage, data));
      await fill(ballast);
      planting.defer(() => rm(ballast));
      return planting.move();
    },
  },
];

/** Faults of Redis. */
export const redisFaults: readonly Fault[] = [
  {
    name: 'redis-gone',
    what: 'Redis is killed',
    alert: 'RidgelineRedisAway',
    signs: [
      { panel: 'processes and heartbeats › Connected to Redis', labels: { service: 'gateway' }, below: 1 },
      {
        log: 'Redis is not reachable; trying to reconnect',
        service: 'gateway',
        carrying: /ECONNREFUSED/,
      },
    ],
    act: 'Redis does not run',
    plant: async ({ product: { servers } }) => {
      await servers.kill('redis');
      return undo(() => servers.restart('redis'));
    },
  },
];
