import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { clientNetwork } from '@ridgeline/redis';

declare module 'node:net' {
  interface Socket {
    /** Ends the counting of this connection as a stranger's; only strangers' connections have it. */
    stopCounting?: (() => void) | undefined;
  }
}

/** How many connections of strangers one network may hold. */
export interface StrangerLimit {
  readonly most: number;
  /** Told of each connection that was closed because there were so many already. */
  readonly onRefused: () => void;
}

/**
 * Bounds the connections that one network holds without ever having shown a session. Those of signed-in people do not
 * count, so that a whole office behind one address, each with a live stream open, never meets the limit.
 */
export function limitStrangers(server: Server, { most, onRefused }: StrangerLimit): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress);
    const count = counts.get(network) ?? 0;
    if (count >= most) {
      socket.destroy();
      onRefused();
      return;
    }
    counts.set(network, count + 1);
    const stopCounting = (): void => {
      if (socket.stopCounting === undefined) return;
      socket.stopCounting = undefined;
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    };
    socket.stopCounting = stopCounting;
    socket.once('close', stopCounting);
  });
}

/** For requests behind the session's reader: a connection with a signed-in user is no stranger's. */
export const welcomeSignedIn: RequestHandler = (req, _res, next) => {
  if (req.signedIn) req.socket.stopCounting?.();
  next();
};
