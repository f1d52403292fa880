import { createLogger, listen } from '@ridgeline/kit';
import { openRedis } from '@ridgeline/redis';
import express from 'express';
import { createSessions } from '../../gateway/src/sessions/sessions.ts';
import { requireSignedIn } from '../../gateway/src/sessions/signed-in.ts';

/** One answer behind the gateway's session guard, and the same answer without it. */
const [redisUrl = '', secret = ''] = process.argv.slice(2);
const logger = createLogger({ service: 'load', level: 'silent' });
const redis = await openRedis({ url: redisUrl, name: 'load', logger, tellsKeyChanges: true });
const sessions = createSessions({
  redis: redis.client,
  secrets: [secret],
  secure: false,
});
redis.onKeyChange((key) => sessions.keyChanged(key));
const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
const answer = { id: 1, name: 'Brazos Roofing', status: 'valid' };
app.get('/unguarded', (_req, res) => void res.json(answer));
app.get('/guarded', sessions.reader, sessions.prolong, (req, res) => {
  requireSignedIn(req);
  res.json(answer);
});
const server = await listen(app, { host: '127.0.0.1', port: 0 });
process.send?.(server.url);
process.on('disconnect', () => process.exit());
