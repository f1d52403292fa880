import { ApiError, errorText, type ApiClient } from '@ridgeline/contracts';
import { expect, test } from '@jest/globals';
import { companySecrets } from '../testing/bench-company.ts';
import { jointSecrets } from './joint-secrets.ts';

const never = new AbortController().signal;
const owner = (connectionId: number) => ({ connectionId, companyId: 'roofers' });
const secretsOf = (connectionId: number) => ({ ...companySecrets, ...owner(connectionId) });

/** The connection service: it has all connections except the 404th; in the previous release it answers only one at a time. */
function connections({ isOfBefore = false } = {}) {
  const asked: string[] = [];
  const missing = (code: 'connection.not_found') => {
    const text = errorText(code);
    return new ApiError(404, text, { error: text, message: text, code, requestId: 'r-1' });
  };
  const call = ((
    { path }: { readonly path: string },
    { params, body }: { params?: { id: string }; body?: { connections: { connectionId: number }[] } },
  ) => {
    asked.push(path);
    if (params) {
      const id = Number(params.id);
      return id === 404 ? Promise.reject(missing('connection.not_found')) : Promise.resolve(secretsOf(id));
    }
    if (isOfBefore) return Promise.reject(missing('connection.not_found'));
    const ids = (body?.connections ?? []).map(({ connectionId }) => connectionId);
    return Promise.resolve({ secrets: ids.filter((id) => id !== 404).map(secretsOf) });
  }) as unknown as ApiClient;
  return { asked, secrets: jointSecrets(call) };
}

test('When several sweeps begin at the same moment, then one call fetches the credentials of all', async () => {
  const { asked, secrets } = connections();
  const fetched = await Promise.all([3, 1, 2].map((id) => secrets(owner(id), never)));
  expect(fetched).toEqual([3, 1, 2].map(secretsOf));
  expect(asked).toEqual(['/internal/connections/secrets']);
});

test('When one of the connections does not exist any more, then that one fails', async () => {
  const { secrets } = connections();
  expect(await Promise.allSettled([404, 1].map((id) => secrets(owner(id), never)))).toMatchObject([
    { reason: { problem: expect.stringContaining('does not exist any more') } },
    { value: secretsOf(1) },
  ]);
});

test('When the connection service is of the release before, then it is asked for each', async () => {
  const { asked, secrets } = connections({ isOfBefore: true });
  expect(await Promise.all([1, 2].map((id) => secrets(owner(id), never)))).toEqual([1, 2].map(secretsOf));
  expect(asked.slice(1)).toEqual(Array.from({ length: 2 }, () => '/internal/connections/{id}/secrets'));
});
