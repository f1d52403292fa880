import type { Activity, ActivityAction } from '@ridgeline/contracts';
import type { Tx } from '@ridgeline/postgres';

/** Which lines are wanted. */
export interface ActivityFilter {
  readonly search?: string | undefined;
  readonly action?: ActivityAction | undefined;
}

/** A part of the trail: at most `limit` lines, all older than `before`. */
export interface ActivityPage extends ActivityFilter {
  readonly before?: number | undefined;
  readonly limit: number;
}

interface AuditRow extends Pick<
  Activity,
  'id' | 'action' | 'result' | 'companyId' | 'address' | 'userAgent' | 'detail'
> {
  readonly at: Date;
  readonly actorId: number | null;
  readonly actorEmail: string | null;
  readonly targetId: number | null;
  readonly targetEmail: string | null;
}

function toActivity({ at, actorId, actorEmail, targetId, targetEmail, ...row }: AuditRow): Activity {
  return {
    ...row,
    at: at.toISOString(),
    actor: { id: actorId, email: actorEmail },
    target: targetId === null && targetEmail === null ? null : { id: targetId, email: targetEmail },
  };
}

/** A literal `ilike` pattern for the text, without control characters: no entry contains any, and Postgres rejects NUL. */
function containing(search = ''): string | null {
  const text = search.replace(/\p{Cc}/gu, '');
  return text ? `%${text.replace(/[\\%_]/g, '\\$&')}%` : null;
}

/** Entries of the trail, newest first, paged by id, so that a later page costs no more than the first. */
export async function listActivity(
  tx: Tx,
  { search, action, before, limit }: ActivityPage,
): Promise<Activity[]> {
  const rows = await tx.query<AuditRow>(
    `select id, at, action, result, actor_id as "actorId", actor_email as "actorEmail", target_id as "targetId",
       target_email as "targetEmail", company_id as "companyId", address, user_agent as "userAgent", detail
     from audit
     where ($1::bigint is null or id < $1)
       and ($2::text is null or action = $2)
       and ($3::text is null or actor_email ilike $3 or target_email ilike $3 or company_id ilike $3
         or address ilike $3 or detail ilike $3)
     order by id desc limit $4`,
    [before ?? null, action ?? null, containing(search), limit],
  );
  return rows.map(toActivity);
}
