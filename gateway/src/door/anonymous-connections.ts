import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';
import { clientNetwork } from '@ridgeline/redis';
import { Shares, type ShareLimits } from './shares.ts';

declare module 'node:net' {
  interface Socket {
    /** Whom this connection counts against. Not set on a proxy's connections, which carry many clients' requests. */
    counted?: {
      readonly holder: string;
      readonly stop: () => void;
      readonly move: (user: string) => boolean;
    };
  }
}

/** How many connections anonymous clients may hold, per network, and signed-in users, per user. */
export interface SocketLimits {
  readonly strangers: ShareLimits;
  readonly users: ShareLimits;
  /** Called for each connection that was closed because the limit was reached. */
  readonly onRefused: () => void;
}

/**
 * Limits the connections that one network holds without ever having shown a session, and those that one user holds. Each
 * kind has its own capacity: an office behind one address, each user with an open live stream, never reaches the anonymous
 * limit, and anonymous clients never use up what signed-in users need.
 */
export function limitSockets(server: Server, { strangers, users, onRefused }: SocketLimits): void {
  const networks = new Shares(strangers);
  const people = new Shares(users);
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress);
    if (!networks.hasRoomFor(network)) {
      socket.destroy();
      onRefused();
      return;
    }
    const move = (user: string): boolean => {
      if (!people.hasRoomFor(user)) {
        onRefused();
        return false;
      }
      socket.counted?.stop();
      socket.counted = { holder: user, stop: people.take(user), move };
      return true;
    };
    socket.counted = { holder: network, stop: networks.take(network), move };
    socket.once('close', () => socket.counted?.stop());
  });
}

/**
 * Runs after the session reader: a connection with a signed-in user counts against that user. A connection beyond the
 * user's limit gets 429 and is closed.
 */
export const exemptSignedIn: RequestHandler = (req, res, next) => {
  const { counted } = req.socket;
  const user = req.signedIn && `user ${req.signedIn.user.userId}`;
  if (counted && user && counted.holder !== user && !counted.move(user)) {
    res.set('connection', 'close');
    throw new AppError('request.too_many', { retryAfterSeconds: 5 });
  }
  next();
};
