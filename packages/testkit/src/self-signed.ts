import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate that is its own authority, and its key; both PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly certificate: string;
}

/** Makes one by openssl; it holds for two days and for the hosts, each as in 'IP:127.0.0.1' or 'DNS:example.com'. */
export async function selfSigned(commonName: string, hosts: readonly string[]): Promise<SelfSigned> {
  const folder = await mkdtemp(join(tmpdir(), 'ridgeline-certificate-'));
  try {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-days', '2', '-subj', `/CN=${commonName}`, '-addext', `subjectAltName=${hosts.join(',')}`],
      ...['-keyout', key, '-out', certificate],
    ]);
    return { key: await readFile(key, 'utf8'), certificate: await readFile(certificate, 'utf8') };
  } finally {
    await rm(folder, { recursive: true });
  }
}
