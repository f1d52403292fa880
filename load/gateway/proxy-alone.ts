import { Agent } from 'node:http';
import { listen } from '@ridgeline/kit';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/**
 * Express and http-proxy-middleware over kept connections, set up as the gateway does it, and nothing else: the least that
 * a gateway made of the two can take.
 */
const [target = ''] = process.argv.slice(2);
const app = express().disable('x-powered-by').disable('etag').set('query parser', false);
app.use(
  createProxyMiddleware({
    target,
    changeOrigin: true,
    agent: new Agent({ keepAlive: true }),
    ejectPlugins: true,
  }),
);
const server = await listen(app, { host: '127.0.0.1', port: 0 });
process.send?.(server.url);
process.on('disconnect', () => process.exit());
