/**
 * Makes the secrets of a trial, once:
 * `node services/auth/src/commands/make-trial-secrets.ts secret <name> <release>` prints a Secret for the chart's trial;
 * `… folders <path> <folder>=<key>,<key> …` fills a folder of files for each container of Docker Compose.
 */
import { fillFolders, trialSecrets, type SecretFolder } from './trial-secrets.ts';

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

function folderOf(word: string): SecretFolder {
  const [name = '', keys = ''] = word.split('=');
  return { name, keys: keys.split(',') };
}

const [form, first = '', ...rest] = process.argv.slice(2);
const [release = ''] = rest;
if (form === 'secret' && first !== '' && release !== '') await printSecret(first, release);
else if (form === 'folders' && first !== '') await fillFolders(first, rest.map(folderOf));
else {
  process.stderr.write('Say "secret <name> <release>" or "folders <path> <folder>=<key>,<key> ..."\n');
  process.exitCode = 2;
}
