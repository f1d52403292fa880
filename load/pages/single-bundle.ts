import { existsSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { repositoryRoot } from '../measuring/surroundings.ts';

/**
 * Builds the app of this commit with all its scripts in one file, and serves it compressed as the gateway would. No user is
 * signed in there.
 */
export async function startSingleBundle(resources: AsyncDisposableStack, dir: string): Promise<string> {
  await build({
    root: join(repositoryRoot, 'web'),
    mode: 'production',
    logLevel: 'silent',
    build: {
      outDir: dir,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const send = (res: ServerResponse, path: string, type: string) => {
    const packed = existsSync(join(dir, `${path}.br`));
    res.writeHead(200, { 'content-type': type, ...(packed ? { 'content-encoding': 'br' } : {}) });
    res.end(readFileSync(join(dir, packed ? `${path}.br` : path)));
  };
  const server = createServer((req, res) => {
    const path = req.url ?? '/';
    if (path.startsWith('/api/')) res.writeHead(401, { 'content-type': 'application/json' }).end('{}');
    else if (path.endsWith('.js')) send(res, path, 'text/javascript');
    else if (path === '/auth') send(res, 'index.html', 'text/html');
    else res.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  resources.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
