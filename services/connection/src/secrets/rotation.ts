import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { MasterKeys } from './master-keys.ts';
import {
  keyTables,
  lockOldDataKeys,
  masterKeysInUse,
  replaceDataKeys,
  type KeyTable,
} from './wrapped-key-store.postgres.ts';
import { rewrapKey } from './wrapped-keys.ts';

const batchSize = 50;

/**
 * Brings every stored data key under the current master key, in short transactions that several replicas may run side
 * by side; returns how many it wrapped. Throws `server.failed` before it changes anything when a master key that
 * is still needed is missing: a service that cannot open what it stored must not start.
 */
export async function rotateDataKeys(db: Database, keys: MasterKeys): Promise<number> {
  const needed = await db.forSystem(masterKeysInUse);
  const missing = needed.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length > 0)
    throw new AppError('server.failed', { details: { reason: 'MASTER_KEYS lacks keys in use', missing } });

  const rotateBatch = (table: KeyTable): Promise<number> =>
    db.forSystem(async (tx) => {
      const old = await lockOldDataKeys(tx, { table, currentMasterKeyId: keys[0].id, limit: batchSize });
      const fresh = old.map((key) => ({ id: key.id, ...rewrapKey(keys, key, key) }));
      if (fresh.length > 0) await replaceDataKeys(tx, table, fresh);
      return old.length;
    });

  let rotated = 0;
  for (const table of keyTables)
    for (let batch = await rotateBatch(table); batch > 0; batch = await rotateBatch(table)) rotated += batch;
  return rotated;
}
