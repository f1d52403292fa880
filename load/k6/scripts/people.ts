import type { passwordKeySchema, User } from '@ridgeline/contracts';
import { SharedArray } from 'k6/data';
import encoding from 'k6/encoding';
import exec from 'k6/execution';
import http from 'k6/http';
import type { z } from 'zod';
import { cookieHeader, gateway, read, write } from './calls.ts';
import type { Person } from '../portable/person.ts';
import { protectPassword } from '../portable/protect-password.ts';

const people = new SharedArray('people', () => JSON.parse(open(__ENV['PEOPLE'] ?? '')) as Person[]);

/** Signs all users in, one after the other, for scripts that start with a session; returns their `Cookie` headers. */
export async function signEverybodyIn(): Promise<string[]> {
  const cookies: string[] = [];
  for (const person of people) {
    await signIn(person);
    cookies.push(cookieHeader());
    // Signing in again would end the session before.
    http.cookieJar().clear(gateway);
  }
  return cookies;
}

/** The user that this virtual user acts as. */
export function ownPerson(): Person {
  const person = people[(exec.vu.idInTest - 1) % people.length];
  if (!person) throw new Error('There are no people');
  return person;
}

/** Signs in as the web app does: the password travels encrypted. The session's cookie stays with the virtual user. */
export async function signIn({ email, password }: Person): Promise<User> {
  const key = read('/api/auth/password-key').json() as unknown as z.infer<typeof passwordKeySchema>;
  const sealed = await protectPassword(password, key, (bytes) => encoding.b64encode(bytes.buffer, 'rawurl'));
  return write('/api/login', { email, password: sealed }).json() as unknown as User;
}
