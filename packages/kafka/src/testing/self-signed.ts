import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for 127.0.0.1 that is its own authority, and its key; both PEM, made by openssl in `directory`. */
export async function selfSigned(
  directory: string,
  name: string,
): Promise<{ key: string; certificate: string }> {
  const [key, certificate] = [join(directory, `${name}.key`), join(directory, `${name}.crt`)];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...[
      '-subj',
      `/CN=${name}`,
      '-addext',
      'subjectAltName=IP:127.0.0.1',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
  ]);
  return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
}
