/**
 * `npm run dev`: like `npm start`, for developers of the product. A service restarts when its own source or that of a
 * package it uses changes, and the web app shows changes immediately. The simulators and the database migrations stay as
 * they were at the start.
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
