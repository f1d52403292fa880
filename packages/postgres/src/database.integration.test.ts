import { expect, test } from '@jest/globals';
import { scratchDatabase } from '@ridgeline/testkit';
test('smoke', async () => { await using d = await scratchDatabase('create table t (id bigint)'); expect(await d.db.forSystem((tx) => tx.query('select count(*) from t'))).toEqual([{ count: 0 }]); });
