import { randomUUID } from 'node:crypto';
import {
  ApiError,
  createApiClient,
  getPasswordKey,
  isTemporary,
  login,
  register,
  type ApiClient,
  type ProtectedPassword,
  type User,
} from '@ridgeline/contracts';
import { retry, unboundedRetry } from '@ridgeline/kit';
import { FlattenedEncrypt, importJWK } from 'jose';

/** A user of the public API, who keeps the session cookie as a browser would. */
export interface ApiSession {
  readonly call: ApiClient;
  /**
   * Like `call`, for calls that must succeed before anything is observed or measured: repeats them while a service is
   * unavailable.
   */
  readonly callPatiently: ApiClient;
  /** The `Cookie` header of this session, for requests made without the client (the live stream). */
  readonly cookie: () => string;
  /** A password in the form in which it is sent. */
  protect(password: string): Promise<ProtectedPassword>;
  /** Registers and signs in, with the patience of `callPatiently`. */
  register(person: NewPerson): Promise<User>;
  signIn(email: string, password: string): Promise<User>;
}

interface NewPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** The token of the invitation that the person accepts. */
  readonly invitation?: string;
}

async function protectPassword(call: ApiClient, password: string): Promise<ProtectedPassword> {
  const jwk = await call(getPasswordKey);
  const plaintext = new TextEncoder().encode(JSON.stringify({ value: password, issuedAt: Date.now() }));
  const jwe = await new FlattenedEncrypt(plaintext)
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, 'ECDH-ES+A256KW'));
  const { protected: header = '', encrypted_key = '', iv = '', ciphertext, tag = '' } = jwe;
  return { protected: header, encrypted_key, iv, ciphertext, tag };
}

/** Opens a session at a gateway; no user is signed in yet. */
export function openApiSession(gateway: string): ApiSession {
  const jar = new Map<string, string>();
  const cookie = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const call = createApiClient({
    baseUrl: gateway,
    headers: () => ({ cookie: cookie(), origin: gateway, 'sec-fetch-site': 'same-origin' }),
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', ...value] = pair.split('=');
        if (value.join('=') === '' || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, value.join('='));
      }
      return response;
    },
  });
  const callPatiently = patientClient(call);
  const protect = (password: string) => protectPassword(callPatiently, password);
  // A protected password is accepted once, so each attempt needs a new one.
  const signIn = (email: string, password: string): Promise<User> =>
    patiently(async () => call(login, { body: { email, password: await protect(password) } }));
  const registerPatiently = ({ password, ...person }: NewPerson): Promise<User> => {
    let tries = 0;
    return patiently(async () => {
      tries += 1;
      try {
        return await call(register, { body: { ...person, password: await protect(password) } });
      } catch (error) {
        // The earlier attempt registered the user, though its answer was lost.
        if (tries > 1 && error instanceof ApiError && error.code === 'auth.email_taken')
          return signIn(person.email, password);
        throw error;
      }
    });
  };
  return { call, callPatiently, cookie, protect, register: registerPatiently, signIn };
}

/** How long a call is repeated: a busy machine takes that long to start what answers it. */
const patienceMs = 60_000;

/** Repeats an attempt for a minute while nothing answers or something is unavailable (502, 503, 504). */
function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  const patientUntil = performance.now() + patienceMs;
  return retry(unboundedRetry, attempt, {
    shouldRetry: (error) => isTemporary(error) && performance.now() < patientUntil,
  });
}

/**
 * A client that repeats calls patiently. All attempts of one creating call carry the same idempotency key, so that it
 * creates once.
 */
export function patientClient(client: ApiClient): ApiClient {
  return (endpoint, input, options) => {
    const key = endpoint.idempotent ? { idempotencyKey: randomUUID() } : {};
    return patiently(() => client(endpoint, input, { ...key, ...options }));
  };
}
