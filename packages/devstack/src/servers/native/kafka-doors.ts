import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerGuard } from './server-guard.ts';

const mechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** Writes the listener's certificate and returns the broker's settings for it. */
export async function guardedListener(
  { key, certificate, username, password, clientAuthority }: ServerGuard,
  { directory, port, clear }: { directory: string; port: number; clear: number },
): Promise<Record<string, string> & { 'advertised.listeners': string }> {
  const store = join(directory, 'door.pem');
  await writeFile(store, `${key}\n${certificate}`, { mode: 0o600 });
  const authorities = join(directory, 'clients.pem');
  if (clientAuthority !== undefined) await writeFile(authorities, clientAuthority);
  const modules = 'org.apache.kafka.common.security';
  const door = 'listener.name.guarded';
  return {
    'advertised.listeners': `GUARDED://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${clear}`,
    [`${door}.ssl.keystore.type`]: 'PEM',
    [`${door}.ssl.keystore.location`]: store,
    ...(clientAuthority !== undefined && {
      [`${door}.ssl.client.auth`]: 'required',
      [`${door}.ssl.truststore.type`]: 'PEM',
      [`${door}.ssl.truststore.location`]: authorities,
    }),
    [`${door}.sasl.enabled.mechanisms`]: ['PLAIN', ...mechanisms].join(','),
    [`${door}.plain.sasl.jaas.config`]: `${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
    ...Object.fromEntries(
      mechanisms.map((mechanism) => [
        `${door}.${mechanism.toLowerCase()}.sasl.jaas.config`,
        `${modules}.scram.ScramLoginModule required;`,
      ]),
    ),
  };
}

/** Arguments for formatting a broker's storage, so that the guarded listener's user can sign in by SCRAM. */
export function signInArguments(guard: ServerGuard | undefined): string[] {
  if (!guard) return [];
  return mechanisms.flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${guard.username},password=${guard.password}]`,
  ]);
}
