import { check } from 'k6';
import http, { type RefinedResponse } from 'k6/http';
import { loopbackOnly } from '../portable/loopback.ts';

/** The gateway under load. */
export const gateway = loopbackOnly(__ENV['GATEWAY']);

const ofOwnPages = { origin: gateway, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

type Answer = RefinedResponse<'text'>;

function mustBe(status: number, name: string, answer: Answer): Answer {
  check(answer, { [`${name} answers ${String(status)}`]: (it) => it.status === status });
  return answer;
}

/** Reads as a page does. Addresses with ids in them are measured under one `name`. */
export function read(path: string, name = path, status = 200): Answer {
  const params = { headers: ofOwnPages, tags: { name, kind: 'read' } };
  const responseCallback = http.expectedStatuses(status);
  return mustBe(status, `GET ${name}`, http.get(gateway + path, { ...params, responseCallback }));
}

/** Writes as a page does; `headers` replace what a page would send. */
export function write(
  path: string,
  body: object,
  {
    name = path,
    status = 200,
    headers = {},
  }: { name?: string; status?: number; headers?: Record<string, string> } = {},
): Answer {
  const params = { headers: { ...ofOwnPages, ...headers }, tags: { name, kind: 'write' } };
  const responseCallback = http.expectedStatuses(status);
  const sent = http.post(gateway + path, JSON.stringify(body), { ...params, responseCallback });
  return mustBe(status, `POST ${name}`, sent);
}

/** Lets this virtual user continue a session that was started elsewhere, by its `Cookie` header. */
export function takeSession(cookie: string): void {
  const jar = http.cookieJar();
  for (const pair of cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=');
    jar.set(gateway, name, value.join('='));
  }
}

/** The `Cookie` header of this virtual user, for the stream, which bypasses k6's own requests. */
export function cookieHeader(): string {
  return Object.entries(http.cookieJar().cookiesForURL(gateway))
    .map(([name, [value = '']]) => `${name}=${value}`)
    .join('; ');
}
