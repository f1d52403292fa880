import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

/** A certificate and its key; both PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly certificate: string;
}

/**
 * Creates one with openssl; it is valid for two days and for the hosts, each as in 'IP:127.0.0.1' or 'DNS:example.com'. The
 * authority signs it; without one it is self-signed.
 */
export async function selfSigned(
  commonName: string,
  hosts: readonly string[],
  authority?: SelfSigned,
): Promise<SelfSigned> {
  const folder = await mkdtemp(join(tmpdir(), 'ridgeline-certificate-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${commonName}`, '-addext', `subjectAltName=${hosts.join(',')}`],
      ...(authority ? await signedBy(authority, folder) : []),
      ...['-keyout', key, '-out', certificate],
    ]);
    return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function signedBy({ key, certificate }: SelfSigned, folder: string): Promise<string[]> {
  const [keyFile, file] = [join(folder, 'authority.key'), join(folder, 'authority.pem')];
  await Promise.all([writeFile(keyFile, key, { mode: 0o600 }), writeFile(file, certificate)]);
  return ['-CA', file, '-CAkey', keyFile, '-addext', 'basicConstraints=critical,CA:false'];
}

/**
 * Makes this process trust an authority in addition to the public ones, as NODE_EXTRA_CA_CERTS does at a start; until
 * disposed.
 */
export function trustAuthority(certificate: string): Disposable {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) };
}
