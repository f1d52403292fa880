import type { SessionGrant } from '@ridgeline/contracts/internal';
import { listen } from '@ridgeline/kit';
import express from 'express';

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
    emailVerified: true,
    accessRevoked: false,
    accessRevokedReason: null,
  },
  sessionEpoch: 1,
};
const granted = Buffer.from(JSON.stringify(grant));

const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
app.use((req, res) => {
  const body = req.path === '/internal/sign-ins' ? granted : answer;
  req.resume();
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  res.end(body);
});
const server = await listen(app, { host: '127.0.0.1', port: Number(process.argv[2] ?? 0) });
process.send?.(server.url);
process.once('SIGTERM', () => void server[Symbol.asyncDispose]().then(() => process.exit()));
process.on('disconnect', () => process.exit());
