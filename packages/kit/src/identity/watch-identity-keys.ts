import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from '../logging/logger.ts';
import { readSecretFile } from '../load-config.ts';
import { identityKeySchema, type IdentityKeys } from './identity-keys.ts';

/** What is watched, and for whom. */
export interface WatchOptions {
  readonly file: string;
  readonly keys: IdentityKeys;
  readonly logger: Logger;
  readonly everyMs?: number;
}

/**
 * Reads the file of the keys again whenever it changes, until disposed. A file that holds no keys changes nothing: those
 * in force stay. It looks by itself, since mounted secrets are exchanged by a link.
 */
export function watchIdentityKeys({ file, keys, logger, everyMs = 2_000 }: WatchOptions): Disposable {
  const readAgain = (): void => {
    const read = identityKeySchema.safeParse(readSecretFile(file) ?? '');
    if (!read.success) {
      logger.error('The file of the identity keys holds none; those in force stay');
      return;
    }
    keys.replace(read.data);
    logger.info({ signing: keys.signing.id }, 'The identity keys were read again');
  };
  watchFile(file, { interval: everyMs, persistent: false }, readAgain);
  return { [Symbol.dispose]: () => unwatchFile(file, readAgain) };
}
