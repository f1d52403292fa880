import type { AddressInfo } from 'node:net';
import { RedisStore } from 'connect-redis';
import express from 'express';
import session from 'express-session';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { createProxyMiddleware as createProxyMiddleware3 } from 'http-proxy-middleware-3';
import { createClient } from 'redis';

/**
 * The same packages as their documentation composes them, with their defaults: what a gateway costs without optimization.
 * The last argument is the major version of http-proxy-middleware.
 */
const [target = '', redisUrl = '', version = '4'] = process.argv.slice(2);

declare module 'express-session' {
  interface SessionData {
    userId?: number;
  }
}

const client = createClient({ url: redisUrl });
await client.connect();
const app = express();
app.use(
  session({
    store: new RedisStore({ client, prefix: 'stock:' }),
    secret: 'secret-of-the-stock-composition',
    resave: false,
    saveUninitialized: false,
  }),
);
app.post('/api/login', (req, res) => {
  req.session.userId = 7;
  res.json({});
});
app.use('/api', (req, res, next) => {
  if (req.session.userId === undefined) res.status(401).end();
  else next();
});
const options = { target: `${target}/api`, changeOrigin: true };
app.use('/api', version === '3' ? createProxyMiddleware3(options) : createProxyMiddleware(options));
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
