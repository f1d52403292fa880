import { createLogger, loadConfig } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import { z } from 'zod';
import { masterKeysSchema } from './secrets/master-keys.ts';
import { rotateDataKeys } from './secrets/rotation.ts';
import { countOldDataKeys } from './secrets/wrapped-key-store.postgres.ts';

/**
 * `node services/connection/src/rotate-secrets.ts`: wraps every data key again with the first of MASTER_KEYS, while the
 * service keeps reading and saving. Needs DATABASE_URL of the service's role, and MASTER_KEYS with the new key in front and
 * the old ones behind it; each may come from a file (`MASTER_KEYS_FILE`). Once it reports that 0 are left, the old keys can
 * be removed. Exits with 1 when some are left, because a service that still has the old key in front has saved since, and
 * when it failed.
 */
const applicationName = 'rotate-secrets';
try {
  const config = loadConfig(z.object({ DATABASE_URL: z.url(), MASTER_KEYS: masterKeysSchema }));
  const keys = config.MASTER_KEYS;
  await using db = openDatabase({ url: config.DATABASE_URL, applicationName, max: 1 });
  const rotated = await rotateDataKeys(db, keys);
  const left = await db.forSystem((tx) => countOldDataKeys(tx, keys[0].id));
  process.stdout.write(
    `${rotated} data keys were wrapped again by ${keys[0].id}; ${left} are left on other keys\n`,
  );
  if (left > 0) process.exitCode = 1;
} catch (error) {
  createLogger({ service: applicationName }).error({ err: error }, 'Failed to wrap the data keys again');
  process.exitCode = 1;
}
