export { freePort } from './free-port.ts';
export { isAlive } from './leftovers.ts';
export { startServers, type Servers, type StartServersOptions } from './start-servers.ts';
export type { ServerName } from './server-process.ts';
export type { ServerOrigin } from './server-process.ts';
