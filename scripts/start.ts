/** `npm start`: the product on this machine, with simulators of both vendors, until Ctrl-C. */
import { startProduct } from '@ridgeline/devstack';
import { runMain } from './run-main.ts';
import { localStack } from './stack/local-stack.ts';
import { untilStopped } from './stack/until-stopped.ts';
import { welcome } from './stack/welcome.ts';

await runMain(() =>
  untilStopped(
    () => startProduct({ ...localStack, gatewayPort: 8080 }),
    (product) => welcome(product, product.description.gateway),
  ),
);
