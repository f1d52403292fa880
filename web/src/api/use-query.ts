import { endpointUrl, type AnswerOf, type CallInput, type Endpoint } from '@ridgeline/contracts';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { api } from './client.ts';
import { wait } from './command.ts';
import { isGone } from './error-policy.ts';

/** The cache key of a query: its path and query string. */
export function queryKey<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): string {
  return endpointUrl(endpoint.path, input.params, input.query);
}

/**
 * Asks a GET endpoint and keeps the answer in the shared cache; `data` is undefined until the first answer. With null for its
 * input it asks nothing.
 */
export function useQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> | null = {},
  config: SWRConfiguration<AnswerOf<E>, unknown> = {},
): SWRResponse<AnswerOf<E>, unknown> {
  return useSWR<AnswerOf<E>, unknown>(
    input && queryKey(endpoint, input),
    () => askNewest(endpoint, () => api(endpoint, input ?? {})),
    config,
  );
}

const everyMs = 1_000;
const atMost = 30;

/** Whether a path names no resource: then a 404 means that the server does not know the endpoint. */
const namesNothing = ({ path }: Pick<Endpoint, 'path'>) => !path.includes('{');

/**
 * Runs a query that may be new in this release. During a rollout, a service process of the previous release may not know
 * its endpoint yet, so the query is retried every second for half a minute while the page keeps what it shows. Any other
 * answer is final.
 */
export async function askNewest<Answer>(
  endpoint: Pick<Endpoint, 'path'>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (let asked = 1; asked < atMost && namesNothing(endpoint); asked += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isGone(error)) throw error;
    }
    await wait(everyMs);
  }
  return ask();
}
