import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * How a stack's servers are guarded: each accepts TLS only, and Kafka also requires a name and a password (PLAIN,
 * SCRAM-SHA-256 or SCRAM-SHA-512). The process that starts them has to trust the certificate (`trustAuthority` of the testkit).
 */
export interface ServerGuard {
  /** The servers' private key (PKCS 8) and certificate, both PEM. */
  readonly key: string;
  readonly certificate: string;
  readonly username: string;
  /** Letters and digits. */
  readonly password: string;
  /** The authority (PEM) of the certificates that Kafka requires of its clients; without it, Kafka requires none. */
  readonly clientAuthority?: string;
}

/** Writes key and certificate beside a server's data, readable by the user it runs as, and returns their paths. */
export async function writeGuard(
  { key, certificate }: ServerGuard,
  directory: string,
  owner?: { readonly uid: number; readonly gid: number },
): Promise<{ keyFile: string; certificateFile: string }> {
  const files = { keyFile: join(directory, 'tls.key'), certificateFile: join(directory, 'tls.crt') };
  await writeFile(files.keyFile, key, { mode: 0o600 });
  await writeFile(files.certificateFile, certificate, { mode: 0o600 });
  if (owner) for (const file of Object.values(files)) await chown(file, owner.uid, owner.gid);
  return files;
}
