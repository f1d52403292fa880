import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { startSimulators } from '@ridgeline/simulators';
import { keepSeed, keptAccounts, keptSeed } from './kept-seed.ts';
import { registerAccounts } from './seed.ts';
import { webhookBaseUrl } from './service-table.ts';
import { sendEventsTo } from './simulator-process.ts';

const dana = { email: 'dana@example.com', password: 'roofs', companyId: 'co_1', admin: false };
const brazos = { companyId: 'co_1', name: 'Brazos', acculynxApiKey: 'al-1', hubspotPat: 'pat-1' };

test('What one start keeps of the demo companies the next one makes known to the simulators', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ridgeline-accounts-'));
  const told: string[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      told.push(`${req.method ?? ''} ${req.url ?? ''} ${body}`);
      res.writeHead(told.length === 1 ? 201 : 409).end('taken');
    });
  }).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const control = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(keptAccounts(dir)).toEqual([]);
    expect(keptSeed(dir)).toBeNull();
    const seed = { signIns: [dana], credentials: [brazos] };
    keepSeed(dir, seed);
    expect(keptAccounts(dir)).toEqual([brazos]);
    expect(keptSeed(dir)).toEqual(seed);
    await registerAccounts(control, brazos);
    expect(told).toEqual([
      'POST /__sim/companies {"companyId":"co_1","name":"Brazos","acculynxApiKey":"al-1","hubspotToken":"pat-1"}',
    ]);
    await expect(registerAccounts(control, brazos)).rejects.toThrow(
      'The simulators refused the company Brazos: taken',
    );
  } finally {
    server.close();
    rmSync(dir, { recursive: true });
  }
});

test('When a stack starts, then the simulators send events of its webhook host to its gateway, and only on this machine', async () => {
  const simulators = await startSimulators();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => simulators.stop());
  const { control } = simulators.addresses;
  await sendEventsTo(control, webhookBaseUrl, 'http://127.0.0.1:8080');
  expect(simulators.simulation.settings.acculynx.deliveries.hosts).toEqual({
    'hooks.ridgeline.example': 'http://127.0.0.1:8080',
  });
  await expect(sendEventsTo(control, webhookBaseUrl, 'http://192.0.2.1')).rejects.toThrow(
    'The simulators rejected the webhook host',
  );
});
