import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A door that clients pass by TLS and with a name and a password (PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512). */
export interface KafkaDoor {
  /** The broker's private key (PKCS 8) and certificate, both PEM. */
  readonly key: string;
  readonly certificate: string;
  readonly username: string;
  /** Letters and digits. */
  readonly password: string;
}

const mechanisms = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

/** Writes the door's certificate and answers the broker's settings for it. */
export async function guardedListener(
  { key, certificate, username, password }: KafkaDoor,
  { directory, port, clear }: { directory: string; port: number; clear: number },
): Promise<Record<string, string> & { 'advertised.listeners': string }> {
  const store = join(directory, 'door.pem');
  await writeFile(store, `${key}\n${certificate}`, { mode: 0o600 });
  const modules = 'org.apache.kafka.common.security';
  const door = 'listener.name.guarded';
  return {
    'advertised.listeners': `GUARDED://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${clear}`,
    [`${door}.ssl.keystore.type`]: 'PEM',
    [`${door}.ssl.keystore.location`]: store,
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

/** What the format of a broker's storage is told, so that the door's user can sign in by SCRAM. */
export function signInArguments(door: KafkaDoor | undefined): string[] {
  if (!door) return [];
  return mechanisms.flatMap((mechanism) => [
    '--add-scram',
    `${mechanism}=[name=${door.username},password=${door.password}]`,
  ]);
}
