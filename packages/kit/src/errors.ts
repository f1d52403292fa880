import { errorText, type ErrorBody, type ErrorCode } from '@ridgeline/contracts';

/** Members of the error body that only some endpoints answer. */
export type ErrorExtra = Readonly<Pick<ErrorBody, 'status' | 'title' | 'contact'>>;

/** What an `AppError` knows beyond its code. */
export interface AppErrorOptions {
  /** The text for the user; the catalogue's text unless something more precise is known. Never the text of a foreign error. */
  readonly text?: string;
  /** A text for each wrong field of the request. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Facts for the log (ids, constraint names); never secrets, never sent to a client. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Extra fields of the contract's error body, on the few endpoints that have them. */
  readonly extra?: ErrorExtra;
  /** How long the caller should wait before the same call (RFC 9110, 10.2.3): the answer's `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Whether the same call may succeed later; it may when `retryAfterSeconds` is given. */
  readonly retriable?: boolean;
  readonly cause?: unknown;
}

/** The product's only error class: a code of the catalogue. It becomes an answer in HTTP and a verdict in Kafka. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;
  readonly extra: ErrorExtra;
  readonly retryAfterSeconds: number | null;
  readonly retriable: boolean;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    const text = options.text ?? errorText(code);
    super(`${code}: ${text}`, { cause: options.cause });
    this.code = code;
    this.text = text;
    this.fields = options.fields ?? {};
    this.details = options.details ?? {};
    this.extra = options.extra ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.retriable = options.retriable ?? (code === 'server.unavailable' || this.retryAfterSeconds !== null);
  }
}

/** What is wrong with a field of the request. */
export interface FieldProblem {
  readonly field: string;
  readonly code: ErrorCode;
  readonly text: string;
}

/** A refusal with a text beside each field that caused it; it has the code and text of the first one. */
export function fieldErrors(first: FieldProblem, others: readonly FieldProblem[]): AppError {
  const fields = Object.fromEntries([first, ...others].map(({ field, text }) => [field, text]));
  return new AppError(first.code, { text: first.text, fields });
}

/** A refusal with its text beside the field that caused it. */
export function fieldError(field: string, code: ErrorCode): AppError {
  return new AppError(code, { fields: { [field]: errorText(code) } });
}
