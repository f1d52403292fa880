/**
 * For tests of the life cycle: starts the servers of a directory, prints their pids and the address of Postgres, and runs
 * until it is killed.
 */
import { startServers } from './start-servers.ts';

const [dir = '', ...only] = process.argv.slice(2);
const servers = await startServers({
  dir,
  only: (['postgres', 'redis', 'kafka'] as const).filter((name) => only.includes(name)),
});
const adminUrl = only.includes('postgres') ? servers.postgres.adminUrl : '';
process.stdout.write(`${JSON.stringify({ pids: servers.pids, adminUrl })}\n`);
