import {
  createApiClient,
  getPasswordKey,
  login,
  register,
  type ApiClient,
  type ProtectedPassword,
  type User,
} from '@ridgeline/contracts';
import { FlattenedEncrypt, importJWK } from 'jose';
import { patientClient } from './patient-client.ts';

/** A person at the public API: keeps the session cookie as a browser would. */
export interface ApiSession {
  readonly call: ApiClient;
  /** As `call`, for what has to succeed before anything is watched or measured: asks again while a service is unavailable. */
  readonly callPatiently: ApiClient;
  /** The `Cookie` header of this session, for requests made without the client (the live stream). */
  readonly cookie: () => string;
  /** A password in the form in which it travels. */
  protect(password: string): Promise<ProtectedPassword>;
  register(person: { email: string; password: string; firstName?: string; lastName?: string }): Promise<User>;
  signIn(email: string, password: string): Promise<User>;
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

/** Opens a session at a gateway; nobody is signed in yet. */
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
  return {
    call,
    callPatiently,
    cookie,
    protect,
    register: async ({ password, ...person }) =>
      callPatiently(register, { body: { ...person, password: await protect(password) } }),
    signIn: async (email, password) =>
      callPatiently(login, { body: { email, password: await protect(password) } }),
  };
}
