import { join } from 'node:path';
import { localUrl } from '../product/fleet.ts';
import { startServiceProcess } from '../product/service-process.ts';

/** Where the web app's sources are, and where it is served. */
export interface WebServerOptions {
  /** The repository's root. */
  readonly root: string;
  readonly logDir: string;
  readonly port: number;
  /** The gateway's address: what answers below `/api`. */
  readonly gateway: string;
}

/** Serves the web app from its sources by Vite: changes show immediately. Resolves when it answers. */
export async function startWebServer(options: WebServerOptions): Promise<AsyncDisposable> {
  const { root, logDir, port, gateway } = options;
  const server = startServiceProcess({
    name: 'web',
    entry: join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
    args: [join(root, 'web'), '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    env: { RIDGELINE_GATEWAY: gateway },
    logDir,
    readyUrl: localUrl(port),
  });
  await server.ready();
  return { [Symbol.asyncDispose]: () => server.stop() };
}
