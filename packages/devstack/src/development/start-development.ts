import { join } from 'node:path';
import { localUrl } from '../product/fleet.ts';
import { startProduct, type Product, type ProductOptions } from '../product/product.ts';
import { freePort, isFree } from '../servers/free-port.ts';
import { restartOnChange } from './restart-on-change.ts';
import { startWebServer } from './web-server.ts';

/** How the product is started for development; Vite serves the web app, not the gateway. */
export interface DevelopmentOptions extends Omit<ProductOptions, 'web' | 'gatewayPort'> {
  /** The web app's port where it is free, else any. */
  readonly webPort: number;
}

/** The running product, and the watcher of its sources. */
export interface Development extends AsyncDisposable {
  readonly product: Product;
  /** The web app's address. */
  readonly web: string;
}

/**
 * Starts the product as `startProduct` does; from then on a service restarts when its sources change, and the web app is
 * served from its sources. The simulators are not restarted, because they would lose their data.
 */
export async function startDevelopment(options: DevelopmentOptions): Promise<Development> {
  const { root, dir, log } = options;
  const port = (await isFree(options.webPort)) ? options.webPort : await freePort();
  const web = localUrl(port);
  await using starting = new AsyncDisposableStack();
  // Users open the web app's own address, and links in emails lead there.
  const env = { ...options.env, PUBLIC_URL: web };
  const product = starting.use(await startProduct({ ...options, web: false, env }));
  const logDir = join(dir, 'logs');
  starting.use(await startWebServer({ root, logDir, port, gateway: product.description.gateway }));
  starting.use(await restartOnChange({ root, services: product.services, product, log }));
  const running = starting.move();
  return { product, web, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
