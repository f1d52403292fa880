import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SessionGrant } from '@ridgeline/contracts/internal';
import { keepAliveMs } from '@ridgeline/kit';

/** A service that costs next to nothing: the same 900 bytes for every call, and a grant for every sign-in. */
const answer = Buffer.from(JSON.stringify({ filler: 'x'.repeat(886) }));
const grant: SessionGrant = {
  user: {
    id: 7,
    username: 'ann@one.example',
    email: 'ann@one.example',
    firstName: null,
    lastName: null,
    companyId: 'co_one',
    administrator: false,
    accessRevoked: false,
    accessRevokedReason: null,
  },
  sessionEpoch: 1,
};
const granted = Buffer.from(JSON.stringify(grant));

const server = createServer((req, res) => {
  const body = req.url === '/internal/sign-ins' ? granted : answer;
  req.resume();
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  res.end(body);
});
server.keepAliveTimeout = keepAliveMs;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
