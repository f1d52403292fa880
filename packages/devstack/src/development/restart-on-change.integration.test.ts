import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/integration';
import { startServiceProcess, type ServiceProcess } from '../product/service-process.ts';
import { freePort } from '../servers/free-port.ts';
import { restartOnChange } from './restart-on-change.ts';

/** Answers the package's text, on one port for everything. */
const service = `
import { createServer } from 'node:http';
import { words } from '../../../packages/words/src/index.ts';
const server = createServer((_req, res) => res.end(words)).listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => process.exit(0)));
server.keepAliveTimeout = 1;
`;

let root: string;
let lines: string[];
let ports: Record<string, number>;
let running: Map<string, ServiceProcess>;
let resources: AsyncDisposableStack;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

const words = (text: string): void =>
  write('packages/words/src/index.ts', `export const words: string = '${text}';`);
const manifest = (folder: string, name: string, dependencies: Record<string, string> = {}): void =>
  write(`${folder}/package.json`, JSON.stringify({ name, type: 'module', dependencies }));
const answer = async (name: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${String(ports[name])}`)).text();

async function launch(name: string): Promise<void> {
  const port = String(ports[name]);
  const entry = join(root, 'services', name, 'src/main.ts');
  const logDir = join(root, 'logs');
  const process = startServiceProcess({
    name,
    entry,
    logDir,
    env: { PORT: port },
    readyUrl: `http://127.0.0.1:${port}`,
  });
  running.set(name, process);
  await process.ready();
}

const product = {
  processes: (name: string) => [running.get(name)].filter((process) => process !== undefined),
  restart: async (old: ServiceProcess) => {
    await old.stop();
    await launch(old.name);
    return running.get(old.name) ?? old;
  },
};

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ridgeline-dev-'));
  lines = [];
  ports = { speaker: await freePort(), other: await freePort() };
  running = new Map();
  resources = new AsyncDisposableStack();
  resources.defer(() => rmSync(root, { recursive: true }));
  manifest('packages/words', '@test/words');
  manifest('packages/phrases', '@test/phrases', { '@test/words': '0.0.0' });
  manifest('services/speaker', '@test/speaker', { '@test/phrases': '0.0.0', zod: '4.0.0' });
  manifest('services/other', '@test/other');
  for (const name of ['speaker', 'other']) write(`services/${name}/src/main.ts`, service);
  mkdirSync(join(root, 'packages/phrases/src'));
  words('one');
  resources.defer(() =>
    Promise.all([...running.values()].map((process) => process.stop())).then(() => undefined),
  );
  await Promise.all([launch('speaker'), launch('other')]);
  const services = ['speaker', 'other'].map((name) => ({ name, folder: `services/${name}` }));
  const log = (line: string): void => void lines.push(line);
  resources.use(await restartOnChange({ root, services, product, log }));
}, 60_000);

afterEach(async () => {
  await resources.disposeAsync();
}, 60_000);

const told = (what: RegExp): Promise<unknown> =>
  eventually(() => expect(lines.at(-1)).toMatch(what), { what: `the line ${String(what)}`, within: 30_000 });

describe('npm run dev', () => {
  test('When a package changes, then the service that uses it runs the change, and no other one restarts', async () => {
    const other = running.get('other')?.pid;
    words('two');
    await told(/^Restarted speaker in [\d.]+ s: packages\/words\/src\/index\.ts changed$/);
    expect(await answer('speaker')).toBe('two');
    expect({ answer: await answer('other'), pid: running.get('other')?.pid }).toEqual({
      answer: 'one',
      pid: other,
    });
  }, 60_000);

  test('When a service does not start with the change, then its error is printed, and it starts with the next one', async () => {
    write('services/other/src/main.ts', 'throw new Error("unfinished");');
    await told(/other ended while it started:[^]*unfinished/);
    write('services/other/src/main.ts', service);
    await told(/^Restarted other in/);
    expect(await answer('other')).toBe('one');
    expect(lines.join('\n')).not.toContain('speaker');
  }, 60_000);

  test('When only a test changes, then nothing restarts', async () => {
    write('services/other/src/some.test.ts', '');
    write('services/other/src/testing/support.ts', '');
    write('services/speaker/src/more.ts', '');
    await told(/^Restarted speaker in [\d.]+ s: services\/speaker\/src\/more\.ts changed$/);
    expect(lines).toHaveLength(1);
  }, 60_000);
});
