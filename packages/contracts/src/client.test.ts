import { describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError, createApiClient, endpointUrl } from './client.ts';
import { errorText } from './errors/catalogue.ts';
import { getMigration, getMigrationLogs } from './migrations/migration.ts';
import { getUser } from './user.ts';

const answering = (status: number, body: string, type = 'application/json'): typeof fetch => {
  return () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
};

function clientOver(send: typeof fetch) {
  return createApiClient({ baseUrl: 'http://gateway', fetch: send });
}

describe('The client of the API', () => {
  test('When an endpoint has parameters and a query, then they are in the address, escaped', () => {
    expect(endpointUrl(getMigrationLogs.path, { id: 7 }, { limit: 50 })).toBe(
      '/api/migrations/7/logs?limit=50',
    );
    expect(endpointUrl('/x/{id}', { id: 'a/b' })).toBe('/x/a%2Fb');
  });

  test('When the server answers with an error body, then its text, code and fields are in the error', async () => {
    const body = {
      error: 'Gone',
      message: 'Gone',
      code: 'migration.not_found',
      requestId: 'r1',
      fields: { id: 'x' },
    };
    const call = clientOver(answering(404, JSON.stringify(body)));
    const error = await call(getMigration, { params: { id: '7' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'Gone',
      status: 404,
      code: 'migration.not_found',
      requestId: 'r1',
    });
  });

  test.each([
    [answering(500, '{"odd":true}'), '{"odd":true}'],
    [answering(502, 'Bad things', 'text/plain'), 'Bad things'],
    [answering(504, '', 'text/plain'), 'HTTP Error 504'],
  ])(
    'When an error has no error field, then its body, status text or number is the text',
    async (send, text) => {
      await expect(clientOver(send)(getUser)).rejects.toThrow(text);
    },
  );

  test.each([
    ['{"error":"Busy"}', 'Busy', null],
    ['{"message":"Busy","code":"request.too_many"}', 'Busy', 'request.too_many'],
    ['{"error":"","message":"Busy","code":7}', 'Busy', null],
    ['{"error":{"text":"odd"},"message":"Busy","fields":"odd"}', 'Busy', null],
    [
      '{"code":"migration.not_found","requestId":"r1"}',
      errorText('migration.not_found'),
      'migration.not_found',
    ],
  ])('When an error body is %s, then what is there is taken', async (body, text, code) => {
    const error = await clientOver(answering(503, body))(getUser).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 503, message: text, code, body: { error: text }, fields: {} });
  });

  test.each([
    '{"error":""}',
    '{"error":" "}',
    '{"message":""}',
    '{"error":"","message":""}',
    '{"error":null}',
  ])(
    'When an error body is %s, then its text is empty, and the place that shows it says its own',
    async (body) => {
      const error = await clientOver(answering(400, body))(getUser).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ status: 400, message: '', body: { error: '' } });
    },
  );

  test.each([
    ['{"error":"HubSpot is down"}', 'HubSpot is down'],
    ['{"error":"","id":7}', ''],
    ['{"error":{"code":7}}', ''],
    ['{"error":true,"message":"Busy"}', 'Busy'],
  ])('When an answer of 200 is %s, then it is a failure', async (body, text) => {
    const error = await clientOver(answering(200, body))(getUser).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 200, message: text });
  });

  test.each([
    '{"id":7,"error":null}',
    '{"id":7,"error":false}',
    '{"id":7}',
    '[{"error":"of an item"}]',
    'null',
  ])('When an answer of 200 is %s, then it is no failure', async (body) => {
    expect(await clientOver(answering(200, body))(getUser)).toEqual(JSON.parse(body));
  });

  test.each(['[]', 'null', '"Busy"', '{"code":"unheard.of"}', '{"error":'])(
    'When a body of JSON holds no text at all, such as %s, then the whole of it is shown',
    async (body) => {
      await expect(clientOver(answering(500, body))(getUser)).rejects.toThrow(body);
    },
  );

  test('When the server cannot be reached, then it is a connection error and not an answer', async () => {
    const call = clientOver(() => Promise.reject(new TypeError('fetch failed')));
    await expect(call(getUser)).rejects.toBeInstanceOf(ConnectionError);
  });

  test('When the caller aborts, then its own reason is thrown', async () => {
    const abort = new AbortController();
    abort.abort(new Error('left the page'));
    const call = clientOver((_, init) => Promise.reject(init?.signal?.reason as Error));
    await expect(call(getUser, {}, { signal: abort.signal })).rejects.toThrow('left the page');
  });
});
