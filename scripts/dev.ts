/**
 * `npm run dev`: as `npm start`, for who changes the product. A service restarts when its own source or that of a package
 * it uses changes, and the web app shows changes immediately. Simulators and migrations of the database are as they were at
 * the start.
 */
import { startDevelopment } from '@ridgeline/devstack';
import { runMain } from './run-main.ts';
import { localStack, untilStopped, welcome } from './demo/running-stack.ts';

await runMain(() =>
  untilStopped(
    () => startDevelopment({ ...localStack, webPort: 8080 }),
    ({ product, web }) => welcome(product, web),
  ),
);
