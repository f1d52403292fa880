import { migrationEvents } from '@ridgeline/contracts';
import { expressPath } from '@ridgeline/kit';
import type { Request, Router } from 'express';
import { requireSignedIn } from '../sessions/signed-in.ts';
import type { LiveHub } from './live-hub.ts';

/** The update that the browser saw last; null for a first visit or an unknown id. */
function lastSeenOf(req: Request): number | null {
  const sent = req.headers['last-event-id'];
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : null;
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies in front (nginx by this header) would otherwise hold events back to fill their buffers.
  'x-accel-buffering': 'no',
  // The connection closes with its stream: a client that reused it would reach the process that just stopped.
  connection: 'close',
};

/** `GET /api/migrations/events`. */
export function bindLiveRoutes(router: Router, hub: LiveHub): void {
  router.get(expressPath(migrationEvents.path), (req, res) => {
    const who = requireSignedIn(req);
    hub.admit(who);
    res.writeHead(200, streamHeaders);
    if (req.method === 'HEAD') res.end();
    else hub.open(who, res, lastSeenOf(req));
  });
}
