/** A vendor's description of a call that it will not accept, however often it is repeated. */
export interface VendorProblem {
  readonly status: number;
  /** The vendor's own code for the kind of error, where it sends one. */
  readonly category: string | null;
  /** The vendor's own text, truncated, or empty where it has none: for display, never for decisions. */
  readonly message: string;
}

/** The credential is not accepted (401), or lacks one of these scopes (403). */
export interface Refused {
  readonly outcome: 'refused';
  readonly status: 401 | 403;
  /** Scopes of which one is needed, where the vendor names them. */
  readonly scopes: readonly string[];
}

/** A rate limit was hit. */
export interface Limited {
  readonly outcome: 'limited';
  /** The minimum time to wait, from `Retry-After` or the vendor's rules; null when only the rate limiter can know it. */
  readonly retryAfterMs: number | null;
  /** The limit's name where the vendor reports it, for example `TEN_SECONDLY_ROLLING`. */
  readonly policy: string | null;
}

/** No usable answer: whether the call took effect is not known. */
export interface Unavailable {
  readonly outcome: 'unavailable';
  readonly reason: 'network' | 'timeout' | 'server' | 'locked' | 'moving' | 'malformed';
  readonly status: number | null;
  readonly retryAfterMs: number | null;
}

/** The request itself is not acceptable. */
export interface Rejected<Problem extends VendorProblem = VendorProblem> {
  readonly outcome: 'rejected';
  readonly problem: Problem;
}

export interface Ok<Value> {
  readonly outcome: 'ok';
  readonly value: Value;
}

/** Failures that a later retry of the same call may fix. */
export type Transient = Limited | Unavailable;

/** The result of one vendor call, decided by status and code, never by a message's text. */
export type VendorOutcome<Value, Problem extends VendorProblem = VendorProblem> =
  | Ok<Value>
  | Refused
  | Transient
  | Rejected<Problem>;
