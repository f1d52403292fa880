import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { endpoint } from '@ridgeline/contracts';
import { Registry } from '../metrics/index.ts';
import { bindForService } from '../http/bind-endpoint.ts';
import { listen } from '../http/listen.ts';
import { createServiceApp } from '../http/service-app.ts';
import { createLogger } from '../logger.ts';
import { identityKeySchema, watchIdentityKeys, type IdentityKeys } from './identity-keys.ts';
import { createServiceClient } from './service-client.ts';

const dir = mkdtempSync(join(tmpdir(), 'ridgeline-keys-'));
afterAll(() => {
  rmSync(dir, { recursive: true });
});

const logger = createLogger({ service: 'test', level: 'silent' });
const internal = endpoint({ method: 'GET', path: '/internal/x', summary: 'X', access: 'service' });
const secrets = { old: 'o'.repeat(32), new: 'n'.repeat(32) };
const old = JSON.stringify({ sign: 'old', keys: { old: secrets.old } });
const both = (sign: 'old' | 'new') => JSON.stringify({ sign, keys: secrets });
const onlyNew = JSON.stringify({ sign: 'new', keys: { new: secrets.new } });

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('It did not come about in time');
    await delay(5);
  }
}

/** The keys of one process with a file of its own, as each process has its own mounted secret. */
function processKeys(name: string, resources: DisposableStack) {
  const file = join(dir, name);
  writeFileSync(file, old);
  const keys: IdentityKeys = identityKeySchema.parse(old);
  resources.use(watchIdentityKeys({ file, keys, logger, everyMs: 10 }));
  return {
    keys,
    /** Writes the file, and waits until the process has read it. */
    async write(text: string): Promise<void> {
      const wanted = identityKeySchema.parse(text);
      writeFileSync(file, text);
      await until(
        () =>
          keys.signing.id === wanted.signing.id &&
          (['old', 'new'] as const).every((id) => keys.secretOf(id) === wanted.secretOf(id)),
      );
    },
    garble: () => {
      writeFileSync(file, 'not a key');
    },
  };
}

test('When the keys are rotated under traffic, one process after the other, then no call is refused', async () => {
  using resources = new DisposableStack();
  const [caller, service] = [processKeys('caller', resources), processKeys('service', resources)];
  const app = createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey: service.keys,
    audience: 'auth',
    routes: (router) => bindForService(router, internal, () => ({})),
  });
  await using server = await listen(app, { host: '127.0.0.1', port: 0 });
  const call = createServiceClient({
    baseUrl: server.url,
    service: 'gateway',
    audience: 'auth',
    identityKey: caller.keys,
  });

  const answers = { good: 0, refused: [] as unknown[] };
  let going = true;
  const traffic = async (): Promise<void> => {
    while (going)
      await call(internal).then(
        () => (answers.good += 1),
        (error: unknown) => answers.refused.push(error),
      );
  };
  const running = [traffic(), traffic(), traffic()];
  const moreTraffic = (): Promise<void> => {
    const wanted = answers.good + answers.refused.length + 30;
    return until(() => answers.good + answers.refused.length >= wanted);
  };

  await moreTraffic();
  for (const [process, text] of [
    [caller, both('old')],
    [service, both('old')],
    [caller, both('new')],
    [service, both('new')],
    [service, onlyNew],
    [caller, onlyNew],
  ] as const) {
    await process.write(text);
    await moreTraffic();
  }
  service.garble();
  await moreTraffic();
  going = false;
  await Promise.all(running);
  expect(answers.refused).toEqual([]);
  expect(service.keys.secretOf('old')).toBeNull();
}, 60_000);
