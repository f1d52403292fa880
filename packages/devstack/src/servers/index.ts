export { freePort } from './free-port.ts';
export { isAlive } from './leftovers.ts';
export { startServers, type Servers, type StartServersOptions } from './start-servers.ts';
export type { ServerName, ServerOrigin } from './server-process.ts';
