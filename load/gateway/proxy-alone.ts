import { Agent } from 'node:http';
import { listen } from '@ridgeline/kit';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

/**
 * Express and http-proxy-middleware with keep-alive connections, set up as in the gateway, and nothing else: the minimum
 * for a gateway built from the two.
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
