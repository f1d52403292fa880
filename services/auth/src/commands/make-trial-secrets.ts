/**
 * Makes the secrets of a trial, once:
 * `node services/auth/src/commands/make-trial-secrets.ts secret <name> <release>` prints a Secret for the chart's trial;
 * `… folder <path>` writes each into a file of a folder, for Docker Compose, unless they are there already.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trialSecrets } from './trial-secrets.ts';

async function printSecret(name: string, release: string): Promise<void> {
  const host = (server: string): string => `${release}-${server}`;
  const stringData = await trialSecrets({
    postgres: host('postgres'),
    redis: host('redis'),
    smtp: host('simulators'),
  });
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name }, type: 'Opaque', stringData };
  process.stdout.write(`${JSON.stringify(secret, null, 2)}\n`);
}

async function writeFiles(folder: string): Promise<void> {
  // Written last: a folder without it is what an interrupted run left behind.
  const marker = join(folder, 'complete');
  if (existsSync(marker)) return;
  mkdirSync(folder, { recursive: true });
  const secrets = await trialSecrets({ postgres: 'postgres', redis: 'redis', smtp: 'simulators' });
  // Readable by the users of all containers that the folder is given to, and by nobody else: it is a volume.
  for (const [key, value] of Object.entries(secrets))
    writeFileSync(join(folder, key), value, { mode: 0o444 });
  writeFileSync(marker, '');
}

const [form, first = '', second = ''] = process.argv.slice(2);
if (form === 'secret' && first !== '' && second !== '') await printSecret(first, second);
else if (form === 'folder' && first !== '') await writeFiles(first);
else {
  process.stderr.write('Say "secret <name> <release>" or "folder <path>"\n');
  process.exitCode = 2;
}
