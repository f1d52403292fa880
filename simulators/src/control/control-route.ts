import { Refusal, type Answer } from '../http/answer.ts';

export interface ControlRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Whether the caller asked for one JSON value per line. */
  readonly ndjson: boolean;
}

/** One endpoint of the control API, with the sentence that its index shows. */
export interface ControlRoute {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly about: string;
  readonly handle: (request: ControlRequest) => Answer;
}

/** An error of the control API itself; it never represents a vendor's error. */
export const controlError = (status: number, error: string): Answer => ({ status, body: { error } });

/** Many objects as a JSON array or as NDJSON. */
export const listAnswer = (rows: readonly unknown[], ndjson: boolean): Answer =>
  ndjson
    ? {
        status: 200,
        body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
        contentType: 'application/x-ndjson',
      }
    : { status: 200, body: rows };

/** The object that a call names, or the 404 that says what is unknown. */
export const found = <T>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw new Refusal(controlError(404, `Unknown ${what}.`));
  return value;
};
