import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFiles, services } from '@ridgeline/devstack';
import type { ClusterCommands } from './commands.ts';

const programs = [...services.map(({ name }) => name), 'simulators'];

const servers = ['postgres', 'redis', 'kafka'] as const;

/** The registry name in this test's images, which never leave the machine. */
export const registry = 'ridgeline.local';

/** The name of an image of the product or of a trial's server. */
export const imageOf = (name: string, tag: string): string => `${registry}/${name}:${tag}`;

/** The base image that the cluster's own engine has, because that engine reaches no registry. */
const nodeImage = 'node:24-bookworm-slim';

const maxMegabytes = 250;

/** Builds one image of each program under a tag, and answers their sizes in MB. Rejects when one is too large. */
async function buildPrograms(
  { script }: ClusterCommands,
  tag: string,
): Promise<Readonly<Record<string, number>>> {
  const sizes: Record<string, number> = {};
  for (const program of programs) {
    const image = imageOf(program, tag);
    const values = [`NODE_IMAGE=${nodeImage}`, `SERVICE=${program}`, `VERSION=${tag}`];
    const how = ['--network', 'host', ...values.flatMap((value) => ['--build-arg', value])];
    await script('docker', 'build', '--quiet', ...how, '--tag', image, '.');
    const bytes = await script('docker', 'image', 'inspect', '--format', '{{.Size}}', image);
    sizes[program] = Math.round(Number(bytes) / 1_000_000);
    if (sizes[program] > maxMegabytes)
      throw new Error(`The image of ${program} is ${sizes[program]} MB, more than ${maxMegabytes}`);
  }
  return sizes;
}

/** Builds images of the servers that `npm start` runs natively. */
async function buildServers(
  { script }: ClusterCommands,
  tag: string,
  log: (line: string) => void,
): Promise<void> {
  const files = await serverFiles(log);
  const context = mkdtempSync(join(tmpdir(), 'ridgeline-images-'));
  try {
    for (const server of servers) {
      const folder = join(context, server);
      cpSync(join('scripts', 'cluster', 'images', server), folder, { recursive: true });
      const target = join(folder, 'files');
      mkdirSync(target, { recursive: true });
      if (server === 'redis') {
        cpSync(files.redis, join(target, 'redis-server'));
        chmodSync(join(target, 'redis-server'), 0o755);
      } else cpSync(files[server], target, { recursive: true, verbatimSymlinks: true });
      const how = ['--quiet', '--network', 'host', '--tag', imageOf(server, tag)];
      await script('docker', 'build', ...how, folder);
    }
  } finally {
    rmSync(context, { recursive: true });
  }
}

/** Builds every image under a tag, loads them into the cluster and answers the programs' sizes in MB. */
export async function loadImages(
  cluster: ClusterCommands,
  tag: string,
  log: (line: string) => void,
): Promise<Readonly<Record<string, number>>> {
  log('Building the images ...');
  const sizes = await buildPrograms(cluster, tag);
  await buildServers(cluster, tag, log);
  log('Loading the images into the cluster ...');
  await cluster.script('load', ...[...programs, ...servers].map((name) => imageOf(name, tag)));
  return sizes;
}
