import { endpointUrl, type AnswerOf, type CallInput, type Endpoint } from '@ridgeline/contracts';
import { exampleSchema, operations, type Example } from '@ridgeline/contracts/openapi';
import type { ApiSession } from '@ridgeline/devstack';
import { stackOfTests } from '@ridgeline/testkit';

/** Reads an answer as text: files are no JSON. */
async function readText(
  session: ApiSession,
  { path }: Endpoint,
  input: CallInput<Endpoint>,
): Promise<string> {
  const url = stackOfTests().gateway + endpointUrl(path, input.params, input.query);
  const response = await fetch(url, { headers: { cookie: session.cookie() } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}

/** Sends calls, and records for each operation what was sent and received. */
export class Recorder {
  readonly #calls = new Map<string, Example>();
  readonly #names = new Map<string, string>();

  /** By `operationId`. */
  get calls(): ReadonlyMap<string, Example> {
    return this.#calls;
  }

  /** Values of this run alone, and their replacements in examples. */
  get names(): ReadonlyMap<string, string> {
    return this.#names;
  }

  /** Makes examples show `neutral` in place of `own`. */
  rename(own: string, neutral: string): void {
    this.#names.set(own, neutral);
  }

  /** Calls an operation in a session. `shown` selects the part of the answer for the example: all of it, unless given. */
  async call<E extends Endpoint>(
    session: ApiSession,
    endpoint: E,
    input: CallInput<E> = {},
    shown: (answer: AnswerOf<E>) => unknown = (answer) => answer,
  ): Promise<AnswerOf<E>> {
    const answer = await session.call(endpoint, input);
    this.#keep(endpoint, input, endpoint.status === 204 ? undefined : shown(answer));
    return answer;
  }

  /** Calls an operation that answers a file. */
  async download<E extends Endpoint>(
    session: ApiSession,
    endpoint: E,
    input: CallInput<E> = {},
  ): Promise<void> {
    this.#keep(endpoint, input, await readText(session, endpoint, input));
  }

  #keep(endpoint: Endpoint, { params, query, body }: CallInput<Endpoint>, answer: unknown): void {
    const operation = operations.find((one) => one.endpoint === endpoint);
    if (!operation) throw new Error(`${endpoint.method} ${endpoint.path} is no operation of the contract`);
    const call: unknown = JSON.parse(JSON.stringify({ params, query, body, answer }));
    this.#calls.set(operation.id, exampleSchema.parse(call));
  }
}
