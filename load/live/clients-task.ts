/** Streams to open: each asks its gateway, and the next one when its connection ends. */
export interface ClientsTask {
  readonly gateways: readonly string[];
  /** The `Cookie` header of each client. */
  readonly cookies: readonly string[];
}

/** An update that a client has received. Times are in epoch milliseconds. */
export interface Arrival {
  readonly client: number;
  /** The update's number in its company. */
  readonly sequence: number;
  readonly migrationId: number;
  readonly version: number;
  readonly at: number;
  /** When the connection that brought it was opened: what is older was replayed. */
  readonly openedAt: number;
}

/** What all clients saw. */
export interface ClientsReport {
  readonly arrivals: readonly Arrival[];
  /** How long each client that lost its connection was without one, in ms. */
  readonly awayMs: readonly number[];
}

/** The version in which each migration ended, by its id: told when all have, and waited for by every client. */
export type Ends = Readonly<Record<number, number>>;
