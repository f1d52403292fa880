import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { eventually } from '@ridgeline/testkit/integration';
import { freePort } from '../servers/free-port.ts';
import { startServiceProcess } from './service-process.ts';

const program = `
import { createServer } from 'node:http';
createServer((_req, res) => res.end()).listen(Number(process.env['PORT']), '127.0.0.1');
`;

test('When a process ends unexpectedly, then it is restarted and reported; when it is stopped, then it stays stopped', async () => {
  await using resources = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), 'ridgeline-process-'));
  resources.defer(() => rmSync(dir, { recursive: true }));
  writeFileSync(join(dir, 'main.ts'), program);
  const port = await freePort();
  const told: string[] = [];
  const service = startServiceProcess({
    name: 'service',
    entry: join(dir, 'main.ts'),
    logDir: dir,
    env: { PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}`,
    onRestart: (how) => void told.push(`${how}, now ${service.pid}`),
  });
  resources.defer(() => service.stop());
  await service.ready();
  const { pid } = service;

  service.signal('SIGKILL');
  await eventually(() => expect(told).toHaveLength(1), { what: 'the restart to be reported' });
  expect(service.pid).not.toBe(pid);
  expect(told).toEqual([`SIGKILL, now ${service.pid}`]);
  await service.ready();

  await service.stop();
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  expect(told).toHaveLength(1);
});
