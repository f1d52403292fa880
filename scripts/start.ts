/** `npm start`: the product on this machine, with simulators of both vendors, until Ctrl-C. */
import { startProduct } from '@ridgeline/devstack';
import { runMain } from './run-main.ts';
import { localStack, untilStopped, welcome } from './demo/running-stack.ts';

await runMain(() =>
  untilStopped(
    () => startProduct({ ...localStack, gatewayPort: 8080 }),
    (product) => welcome(product, product.description.gateway),
  ),
);
