import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Published } from './delivery.ts';

/**
 * The minimum: one process that writes events of the same size to the same number of readers, at the product's highest
 * rate, with nothing behind it. The cookie names a reader's company. On request, it stops and reports what it published.
 */
const everyMs = 250;
/** About the size of a migration's update. */
const filler = 'x'.repeat(900);
const companies = process.argv.slice(2);
const readers = new Map<string, Set<ServerResponse>>(companies.map((company) => [company, new Set()]));
const published: Published[] = [];

function publish(company: string, migrationId: number): void {
  const version = (published.findLast((update) => update.company === company)?.version ?? 0) + 1;
  published.push({ company, migrationId, version, writtenAt: Date.now() });
  const data = JSON.stringify({ id: migrationId, version, filler });
  const frame = Buffer.from(`id: ${version}\nevent: migration-update\ndata: ${data}\n\n`);
  for (const response of readers.get(company) ?? []) response.write(frame);
}

const server = createServer((req, res) => {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  res.write('event: connected\ndata: {}\n\n');
  readers.get(req.headers.cookie ?? '')?.add(res);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const told = once(process, 'message');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
await told;
const timers = companies.map((company, index) => setInterval(() => publish(company, index + 1), everyMs));
process.send?.('publishing');
await once(process, 'message');
for (const timer of timers) clearInterval(timer);
process.send?.(published);
process.on('disconnect', () => process.exit());
