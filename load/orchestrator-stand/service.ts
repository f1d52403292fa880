import { createLogger, listen } from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import express from 'express';
import { Registry } from '@ridgeline/kit/metrics';
import { createOrchestratorApp } from '../../services/migration-orchestrator/src/orchestrator-app.ts';
import { ReaperGrace } from '../../services/migration-orchestrator/src/leases/reaper-grace.ts';

/** The orchestrator's HTTP side as shipped, and for comparison the same log built from rows. */
const [url = '', identityKey = '', companyId = ''] = process.argv.slice(2);
const db = openDatabase({ url, applicationName: 'orchestrator-stand' });
const orchestrator = createOrchestratorApp({
  pools: { people: db, runs: db, renewals: db },
  findConnection: () => Promise.resolve(null),
  findPortal: () => Promise.resolve(null),
  companies: { match: () => Promise.resolve([]), describe: () => Promise.resolve(new Map()) },
  rules: { leaseMs: 5_000, slotsPerCompany: 1 },
  grace: new ReaperGrace(5_000),
  onReaped: () => undefined,
  onBegun: () => undefined,
  onSyncChange: () => undefined,
  missedAfterMs: 3_600_000,
  logger: createLogger({ service: 'load', level: 'silent' }),
  metrics: new Registry(),
  identityKey,
});

interface Row {
  readonly id: number;
  readonly migration_id: number;
  readonly logged_at: Date;
  readonly level: string;
  readonly name: string | null;
  readonly message: string;
  readonly context: unknown;
}

const app = express().disable('x-powered-by').disable('etag');
app.get('/rows/:id', async (req, res) => {
  const rows = await db.forCompany(companyId, (tx) =>
    tx.query<Row>(
      `select id, migration_id, logged_at, level, name, message, context from logs
       where migration_id = $1 order by logged_at desc, id desc limit 10000`,
      [req.params.id],
    ),
  );
  const lines = rows.map(({ id, migration_id, logged_at, level, name, message, context }) => ({
    id,
    migrationId: migration_id,
    timestamp: logged_at.toISOString(),
    level,
    ...(name === null ? {} : { name }),
    message,
    context,
  }));
  res.type('application/json').send(JSON.stringify(lines));
});
app.use(orchestrator);
const server = await listen(app, { host: '127.0.0.1', port: 0 });
process.send?.(server.url);
process.on('disconnect', () => process.exit());
