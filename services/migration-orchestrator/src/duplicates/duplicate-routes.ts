import {
  answerDuplicate,
  answerDuplicates,
  duplicatePageSize,
  listDuplicates,
  takeBackAnswer,
} from '@ridgeline/contracts';
import { findPlannedNew, reportLookAlikes } from '@ridgeline/contracts/internal';
import { AppError, bindForService, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import type { LongReads } from '../long-reads/long-reads.ts';
import { fenceRun } from '../migration-state/lease-row.postgres.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { countedPage } from '../plans/batch-store.postgres.ts';
import { plannedNewOf } from '../plans/planned-new.postgres.ts';
import type { DuplicateAnswers } from './duplicate-answers.ts';
import {
  countDuplicates,
  duplicatesOf,
  storeLookAlikes,
  type RecordKey,
} from './duplicate-store.postgres.ts';

/** The cursor of the next page, as callers return it. */
const tokenOf = ({ kind, sourceId }: RecordKey): string => `${kind}.${sourceId}`;

function placeOf(token: string | undefined): RecordKey | null {
  if (token === undefined) return null;
  const [, kind, sourceId] = /^(\w+)\.(.+)$/su.exec(token) ?? [];
  if (kind === undefined || sourceId === undefined)
    throw new AppError('request.invalid', { text: 'The next page is not one of this list' });
  return { kind, sourceId: storableText(sourceId) };
}

/** Dependencies of reading and answering possible duplicates. */
interface DuplicateRouteParts {
  readonly reads: LongReads;
  readonly answers: DuplicateAnswers;
  /** For workers' calls. */
  readonly db: Database;
}

/** The possible duplicates of a dry run: as its worker finds them, and what users say of them. */
export function bindDuplicateRoutes(router: Router, { reads, answers, db }: DuplicateRouteParts): void {
  bindForUser(router, listDuplicates, ({ params: { id }, query: { after, state }, user: { companyId } }) =>
    reads.begin(companyId, async (tx) => {
      const { hubSpotPortalId: portalId } = await requireMigration(tx, companyId, id);
      if (portalId === null) return { duplicates: [], next: null, open: 0, answered: 0, same: 0 };
      const of = { migrationId: id, companyId, portalId };
      const counts = await countDuplicates(tx, of);
      const wanted = { after: placeOf(after), state, limit: duplicatePageSize + 1 };
      const found = await duplicatesOf(tx, of, wanted);
      const duplicates = found.slice(0, duplicatePageSize);
      const last = duplicates.at(-1);
      return { duplicates, next: last && found.length > duplicates.length ? tokenOf(last) : null, ...counts };
    }),
  );

  bindForUser(router, answerDuplicate, ({ user, params: { id, ...record }, body, req }) =>
    answers.answer(
      { user, origin: clientOrigin(req.headers) },
      { migrationId: id, ...record },
      body.decision === 'same' ? body.hubspotId : null,
    ),
  );

  bindForUser(router, takeBackAnswer, ({ user, params: { id, ...record }, req }) =>
    answers.takeBack({ user, origin: clientOrigin(req.headers) }, { migrationId: id, ...record }),
  );

  bindForUser(router, answerDuplicates, ({ user, params: { id }, body, req }) =>
    answers.answerAll({ user, origin: clientOrigin(req.headers) }, { migrationId: id, ...body }),
  );

  bindForService(router, findPlannedNew, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'read');
      const { items: records, ...page } = await countedPage(tx, run, plannedNewOf(kind), after);
      return { ...page, records };
    }),
  );

  bindForService(router, reportLookAlikes, ({ params, body: { epoch, kind, records } }) =>
    db.forSystem(async (tx) => {
      const run = await fenceRun(tx, { migrationId: params.id, epoch }, 'write');
      await storeLookAlikes(tx, run, kind, records);
      return {};
    }),
  );
}
