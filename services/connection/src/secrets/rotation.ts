import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { MasterKeys } from './master-keys.ts';
import { rewrapKey } from './sealed-secrets.ts';
import { lockOldDataKeys, masterKeysInUse, replaceDataKey } from './secret-store.postgres.ts';

const batchSize = 200;

/**
 * Brings every stored data key under the current master key, in short transactions that several replicas may run side
 * by side; answers how many it wrapped anew. Throws `server.failed` before it changes anything when a master key that
 * is still needed is missing: a service that cannot open what it stored must not start.
 */
export async function rotateDataKeys(db: Database, keys: MasterKeys): Promise<number> {
  const needed = await db.forSystem(masterKeysInUse);
  const missing = needed.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length > 0)
    throw new AppError('server.failed', { details: { reason: 'MASTER_KEYS lacks keys in use', missing } });

  const rotateBatch = (): Promise<number> =>
    db.forSystem(async (tx) => {
      const old = await lockOldDataKeys(tx, keys[0].id, batchSize);
      for (const { companyId, connectionId, ...dataKey } of old)
        await replaceDataKey(tx, connectionId, rewrapKey(keys, { companyId, connectionId }, dataKey));
      return old.length;
    });

  let rotated = 0;
  for (let batch = await rotateBatch(); batch > 0; batch = await rotateBatch()) rotated += batch;
  return rotated;
}
