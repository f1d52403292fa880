/** The answer of a simulated endpoint: objects are sent as JSON, text unchanged, `undefined` as an empty body. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null sends no Content-Type; by default it follows from the body. */
  readonly contentType?: string | null;
  /** How many records the call processed, for the latency. */
  readonly records?: number;
}

/** Ends a request with a vendor's error answer, from any depth of the code. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Refused with ${answer.status}`);
    this.name = 'Refusal';
    this.answer = answer;
  }
}

export const ok = (body: unknown, records = 0): Answer => ({ status: 200, body, records });
export const noContent = (): Answer => ({ status: 204 });

/** An answer that looks successful but cannot be read. */
export function garbled(
  { headers = {}, ...answer }: Answer,
  body: 'html' | 'half' | 'other' | 'none',
): Answer {
  const { payload } = encode(answer);
  const bodies = {
    html: '<!DOCTYPE html><html><body><h1>Just a moment</h1></body></html>',
    half: payload.slice(0, payload.length / 2) || '{',
    other: '{"unexpected":true}',
    none: '',
  };
  const contentType = body === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';
  return { status: 200, headers, body: bodies[body], contentType };
}

/** Writes a body as it is sent over the wire, with its content type. */
export function encode(answer: Answer): { readonly payload: string; readonly contentType: string | null } {
  const { body, contentType } = answer;
  if (body === undefined) return { payload: '', contentType: contentType ?? null };
  if (typeof body === 'string') {
    return {
      payload: body,
      contentType: contentType === undefined ? 'text/plain; charset=utf-8' : contentType,
    };
  }
  return {
    payload: JSON.stringify(body),
    contentType: contentType === undefined ? 'application/json; charset=utf-8' : contentType,
  };
}
