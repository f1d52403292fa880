export { freePort } from './free-port.ts';
export { isAlive } from './is-alive.mjs';
export { startServers, type Servers, type StartServersOptions } from './start-servers.ts';
export type { ServerName, ServerOrigin } from './server-process.ts';
