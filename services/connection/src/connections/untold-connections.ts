import type { Database } from '@ridgeline/postgres';
import { tellUntold } from './connection-changes.postgres.ts';

const batchSize = 500;

/**
 * Tells of all connections that nobody was told of yet, in short transactions: to be done at each start, of which only the
 * first finds any. Answers how many they were.
 */
export async function tellUntoldConnections(db: Database): Promise<number> {
  let told = 0;
  for (let batch = batchSize; batch === batchSize; told += batch)
    batch = await db.forSystem((tx) => tellUntold(tx, batchSize));
  return told;
}
