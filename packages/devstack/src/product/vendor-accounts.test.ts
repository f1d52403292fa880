import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { keepAccounts, keptAccounts, registerAccounts } from './seed.ts';

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
    keepAccounts(dir, [brazos]);
    expect(keptAccounts(dir)).toEqual([brazos]);
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
