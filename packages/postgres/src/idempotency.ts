import { createHash } from 'node:crypto';
import { AppError } from '@ridgeline/kit';
import { companyScoped } from './schema/company-scope.ts';
import type { Database } from './database.ts';
import type { Tx } from './session.ts';

/** SQL for a service's migration: the answers of creating calls, kept for 24 hours by their `Idempotency-Key`. */
export const idempotencyTable = `
create table idempotency_keys (
  company_id text not null,
  endpoint text not null,
  key text not null,
  request_hash text not null,
  answer json,
  created_at timestamptz not null default now(),
  primary key (company_id, endpoint, key)
);
${companyScoped('idempotency_keys')}`;

/** A creating call that may arrive twice. Keys are separate for each company and endpoint. */
interface IdempotentRequest {
  readonly companyId: string;
  /** For example `POST /api/migrations`. */
  readonly endpoint: string;
  readonly key: string;
  /** The validated body: the same key with another body is refused. */
  readonly body: unknown;
}

/** What the first call with this key answered. */
interface EarlierAnswer<Answer> {
  readonly answer: Answer;
}

interface KeyRow {
  readonly request_hash: string;
  readonly answer: unknown;
}

const keptFor = `interval '24 hours'`;

/** Of a validated body, whose fields have the order of its schema, so that equal requests have equal hashes. */
export function hashOfRequest(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/**
 * The earlier answer to this request, or null: to be checked before expensive work that such an answer makes unnecessary.
 * Throws `request.key_reused` when the key belongs to another body.
 */
async function recallAnswer<Answer>(
  tx: Tx,
  request: IdempotentRequest,
): Promise<EarlierAnswer<Answer> | null> {
  const { companyId, endpoint, key } = request;
  const row = await tx.maybeOne<KeyRow>(
    `select request_hash, answer from idempotency_keys
     where company_id = $1 and endpoint = $2 and key = $3 and created_at > now() - ${keptFor}`,
    [companyId, endpoint, key],
  );
  if (!row) return null;
  if (row.request_hash !== hashOfRequest(request.body)) throw new AppError('request.key_reused');
  return { answer: row.answer as Answer };
}

/**
 * Does the work once for each key and keeps its answer, which must be JSON, in the work's own transaction: both commit,
 * or neither does. A second call with the key, also one that runs at the same time, waits for the first and answers the
 * same without working; if the first fails, the second works. Throws `request.key_reused` as `recallAnswer` does.
 */
async function answerOnce<Answer>(
  tx: Tx,
  request: IdempotentRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { companyId, endpoint, key } = request;
  await tx.query(`delete from idempotency_keys where company_id = $1 and created_at <= now() - ${keptFor}`, [
    companyId,
  ]);
  const taken = await tx.query(
    `insert into idempotency_keys (company_id, endpoint, key, request_hash) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [companyId, endpoint, key, hashOfRequest(request.body)],
  );
  if (taken.length === 0) {
    const earlier = await recallAnswer<Answer>(tx, request);
    if (!earlier) throw new AppError('server.unavailable', { details: { reason: 'key in use', endpoint } });
    return earlier.answer;
  }
  const answer = await work();
  await tx.query(
    `update idempotency_keys set answer = $4 where company_id = $1 and endpoint = $2 and key = $3`,
    [companyId, endpoint, key, JSON.stringify(answer)],
  );
  return answer;
}

/** A creating call as it arrives: without a key, it is executed each time. */
export interface CreatingCall extends Omit<IdempotentRequest, 'key'> {
  readonly key: string | null;
}

/** Stores what is created, in a transaction of the company that keeps the answer beside it. */
export type Store<Answer> = (insert: (tx: Tx) => Promise<Answer>) => Promise<Answer>;

/**
 * Creates something once for each key. A call that was answered before gets the same answer, and `work` is not done.
 * Else `work` does what is slow or may refuse outside of any transaction, and then stores with `store`, once, as
 * `answerOnce` does. Throws `request.key_reused` when the key belongs to another body.
 */
export async function createOnce<Answer>(
  db: Database,
  { key, ...call }: CreatingCall,
  work: (store: Store<Answer>) => Promise<Answer>,
): Promise<Answer> {
  const { companyId } = call;
  if (key === null) return work((insert) => db.forCompany(companyId, insert));
  const request = { ...call, key };
  const earlier = await db.forCompany(companyId, (tx) => recallAnswer<Answer>(tx, request));
  if (earlier) return earlier.answer;
  return work((insert) => db.forCompany(companyId, (tx) => answerOnce(tx, request, () => insert(tx))));
}
