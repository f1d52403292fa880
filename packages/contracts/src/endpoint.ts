import { z } from 'zod';
import type { ErrorCode } from './errors/catalogue.ts';

/** Who may call an endpoint. Only our own services reach `service` endpoints, never through the gateway. */
export type Access = 'public' | 'signed-in' | 'administrator' | 'service';

/** The method, path and access of a call, readable without knowing its schemas. */
export interface EndpointInfo {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its parameters in braces, for example `/api/migrations/{id}`. */
  readonly path: string;
  /** One line for the API's documentation. */
  readonly summary: string;
  readonly access: Access;
  /** The status of a successful answer. */
  readonly status: 200 | 201 | 204;
  /** Error codes of this endpoint beyond those that the rest of its description implies (`errorsOf` adds them). */
  readonly errors: readonly ErrorCode[];
  /** Whether a user whose access was revoked may call it; public calls are open to them too. */
  readonly openToRevoked: boolean;
  /** Whether the call honors an `Idempotency-Key` header, for 24 hours: creating calls do. */
  readonly idempotent: boolean;
  /** The media type of a successful answer; handlers write all types but JSON themselves. */
  readonly mediaType: 'application/json' | 'text/event-stream' | 'text/csv' | 'application/x-ndjson';
  /**
   * Whether it describes for clients a part of another endpoint, which has the full description: then it is no operation of
   * its own.
   */
  readonly narrowed?: true;
}

/** One HTTP call, described once: validation, the Express binding, typed clients and OpenAPI derive from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends EndpointInfo {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly answer: Answer;
}

const nothing = z.object({});
type Nothing = typeof nothing;

interface Definition<P, Q, B, A> extends Pick<EndpointInfo, 'method' | 'path' | 'summary' | 'access'> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer?: A;
  readonly status?: EndpointInfo['status'];
  readonly errors?: readonly ErrorCode[];
  readonly openToRevoked?: boolean;
  readonly idempotent?: boolean;
  readonly mediaType?: EndpointInfo['mediaType'];
}

/** Describes a call. By default it has no parameters and no body, and answers 200 with an empty object. */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  A extends z.ZodType = Nothing,
>(definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  return {
    status: 200,
    errors: [],
    openToRevoked: false,
    idempotent: false,
    mediaType: 'application/json',
    params: nothing,
    query: nothing,
    body: nothing,
    answer: nothing,
    ...definition,
  } as Endpoint<P, Q, B, A>;
}

/** The input of a call; parts that the endpoint does not have may be omitted. */
export interface CallInput<E extends Endpoint> {
  readonly params?: z.input<E['params']>;
  readonly query?: z.input<E['query']>;
  readonly body?: z.input<E['body']>;
}

/** What an endpoint's handler receives after validation. */
export interface ValidInput<E extends Endpoint> {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
}

/** The content of a successful answer. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;
