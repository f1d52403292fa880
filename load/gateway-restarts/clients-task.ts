/** What the clients are to do. */
export interface ClientsTask {
  readonly gateways: readonly string[];
  readonly cookie: string;
  readonly clients: number;
  readonly requestsEach: number;
}

/** The result. */
export interface ClientsReport {
  /** The number of answers of each kind that the contract knows: `200`, `503 server.unavailable`. */
  readonly answers: Record<string, number>;
  /** All other answers, verbatim. */
  readonly unknown: string[];
  /** Connections that broke before an answer; the request was sent again to another gateway. */
  broken: number;
  /** Requests that no gateway answered. */
  unanswered: number;
}
