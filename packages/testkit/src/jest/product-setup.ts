import { join } from 'node:path';
import { startProduct, type Product } from '@ridgeline/devstack';
import { getTools } from '../needed-tools.ts';

declare global {
  // Jest passes nothing from set-up to tear-down but globals of its own process.
  var ridgelineProduct: Product | undefined;
}

/** Starts the whole product once for the browser tests; they find it through RIDGELINE_STACK (`stackOfTests`). */
export default async function setUpProduct(): Promise<void> {
  const root = process.cwd();
  const log = (line: string): void => void process.stdout.write(`${line}\n`);
  await getTools('e2e', log);
  const product = await startProduct({
    root,
    dir: join(root, '.ridgeline', `e2e-${process.pid}`),
    log,
    durable: false,
    contactsPerCompany: 400,
    jobsPerCompany: 160,
  });
  globalThis.ridgelineProduct = product;
  process.env['RIDGELINE_STACK'] = JSON.stringify(product.description);
}
