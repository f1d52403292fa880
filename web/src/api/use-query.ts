import { endpointUrl, type AnswerOf, type CallInput, type Endpoint } from '@ridgeline/contracts';
import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import { askNewest } from './ask-newest.ts';
import { api } from './client.ts';

/** The cache key of a query: its path and query string. */
export function queryKey<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): string {
  return endpointUrl(endpoint.path, input.params, input.query);
}

/** Asks a GET endpoint and keeps the answer in the shared cache; `data` is undefined until the first answer. */
export function useQuery<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  config: SWRConfiguration<AnswerOf<E>, unknown> = {},
): SWRResponse<AnswerOf<E>, unknown> {
  return useSWR<AnswerOf<E>, unknown>(
    queryKey(endpoint, input),
    () => askNewest(endpoint, () => api(endpoint, input)),
    config,
  );
}
