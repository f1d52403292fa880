import { rm } from 'node:fs/promises';

/** Stops what the set-up started and removes its data. */
export default async function tearDownServers(): Promise<void> {
  const started = globalThis.ridgelineTestServers;
  await started?.servers.stop();
  if (started) await rm(started.dir, { recursive: true, force: true });
}
