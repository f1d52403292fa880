import { request, type IncomingHttpHeaders } from 'node:http';

/** An answer, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

/** What a request may say beyond its path. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Sends a request with its path exactly as given (fetch would tidy it up). */
export function ask(baseUrl: string, path: string, { method = 'GET', headers = {}, body }: Asking = {}) {
  const { hostname, port } = new URL(baseUrl);
  const payload = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const described = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise<Answer>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: { ...described, ...headers } }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (chunk: string) => (text += chunk));
      res.on('error', reject);
      res.on('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text, json: parse(text) }),
      );
    });
    sent.on('error', reject);
    sent.end(payload);
  });
}

/** A password in protected form, as far as the stub looks at it. */
export const sealed = (ciphertext: string) => ({
  protected: 'p',
  encrypted_key: 'k',
  iv: 'i',
  ciphertext,
  tag: 't',
});

/** Keeps cookies as a browser does, and says that its requests come from our own pages. */
export class Browser {
  readonly #baseUrl: string;
  readonly #cookies = new Map<string, string>();

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async ask(path: string, asking: Asking = {}): Promise<Answer> {
    const own: Record<string, string> = { 'sec-fetch-site': 'same-origin' };
    if (this.#cookies.size > 0) own['cookie'] = this.cookie;
    const answer = await ask(this.#baseUrl, path, { ...asking, headers: { ...own, ...asking.headers } });
    for (const line of answer.headers['set-cookie'] ?? []) this.#keep(line);
    return answer;
  }

  signIn(email: string, password = 'right', more: object = {}): Promise<Answer> {
    const body = { email, password: sealed(password), ...more };
    return this.ask('/api/login', { method: 'POST', body });
  }

  signOut(): Promise<Answer> {
    return this.ask('/api/logout', { method: 'POST' });
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (line.includes('Expires=Thu, 01 Jan 1970')) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(name.length + 1));
  }
}
