import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { compose, type ComposeService } from './compose-file.ts';
import { inCheckout } from './image-files.ts';
import { renderedFolder } from './render.ts';

const root = join(renderedFolder, '..');
const inContainer = '/etc/ridgeline/secrets';
const components = parse(
  readFileSync(join(root, 'charts/ridgeline/files/components.yaml'), 'utf8'),
) as Readonly<Record<string, { readonly secrets: Readonly<Record<string, string>> }>>;
const others = Object.entries(compose.services).filter(([name]) => name !== 'secrets');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ridgeline-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command of the container `secrets`, with this folder in place of its volumes. */
async function makeSecrets(): Promise<void> {
  const { command = [], image = '' } = compose.services['secrets'] ?? {};
  const [module = '', ...words] = command;
  const inFolder = words.map((word) => (word === inContainer ? folder : word));
  await promisify(execFile)(process.execPath, [inCheckout(module, image), ...inFolder], { cwd: root });
}

/** The volumes from which a container reads its secrets. */
function secretsOf({ volumes = [] }: Pick<ComposeService, 'volumes'> = {}): readonly string[] {
  return volumes
    .map((volume) => volume.split(':'))
    .flatMap(([name = '', at]) => (at === inContainer ? [name] : []));
}

const filesIn = (name: string): readonly string[] => readdirSync(join(folder, name)).sort();
const contentOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

test('Each container of Compose finds those secrets that it reads, and no others', async () => {
  await makeSecrets();
  const read = new Map<string, Set<string>>();
  for (const [, service] of others) {
    const said = `${JSON.stringify(service.environment)} ${service.command?.join(' ') ?? ''}`;
    const keys = [...said.matchAll(/\/etc\/ridgeline\/secrets\/([\w-]+)/g)].map(([, key = '']) => key);
    const volumes = secretsOf(service);
    expect(volumes).toHaveLength(keys.length > 0 ? 1 : 0);
    for (const volume of volumes) read.set(volume, (read.get(volume) ?? new Set()).union(new Set(keys)));
  }
  const volumes = compose.services['secrets']?.volumes ?? [];
  for (const [volume, keys] of read) {
    const at = volumes.map((each) => each.split(`:${inContainer}/`)).find(([name]) => name === volume)?.[1];
    expect(filesIn(at ?? volume)).toEqual([...keys].sort());
  }
});

test.each(Object.keys(components))(
  'Compose gives %s the secrets that the chart gives it',
  async (component) => {
    await makeSecrets();
    expect(secretsOf(compose.services[component])).toEqual([`${component}-secrets`]);
    expect(filesIn(component)).toEqual(Object.values(components[component]?.secrets ?? {}).sort());
  },
);

test('When Compose starts again, then all secrets are the same', async () => {
  await makeSecrets();
  const before = [contentOf('all/secrets.json'), contentOf('redis/redis-users')];
  await makeSecrets();
  expect([contentOf('all/secrets.json'), contentOf('redis/redis-users')]).toEqual(before);
});

test('When a volume of an earlier version holds secrets, then they are kept, and those that it lacks are added', async () => {
  mkdirSync(join(folder, 'all'));
  for (const [key, value] of Object.entries({ 'master-keys': 'kept', complete: '' }))
    writeFileSync(join(folder, 'all', key), value);
  await makeSecrets();
  expect(contentOf('connection/master-keys')).toBe('kept');
  expect(contentOf('worker/worker-redis-url')).toContain('redis://worker:');
});
