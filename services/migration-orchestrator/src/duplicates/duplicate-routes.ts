import {
  answerDuplicate,
  answerDuplicates,
  duplicatePageSize,
  listDuplicates,
  takeBackAnswer,
} from '@ridgeline/contracts';
import { AppError, bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import { storableText } from '../logs/storable-text.ts';
import type { LongReads } from '../long-reads/long-reads.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import type { DuplicateAnswers } from './duplicate-answers.ts';
import { countDuplicates, duplicatesOf, type RecordKey } from './duplicate-store.postgres.ts';

/** Where the next page begins, as callers hand it back. */
const tokenOf = ({ kind, sourceId }: RecordKey): string => `${kind}.${sourceId}`;

function placeOf(token: string | undefined): RecordKey | null {
  if (token === undefined) return null;
  const [, kind, sourceId] = /^(\w+)\.(.+)$/su.exec(token) ?? [];
  if (kind === undefined || sourceId === undefined)
    throw new AppError('request.invalid', { text: 'The next page is not one of this list' });
  return { kind, sourceId: storableText(sourceId) };
}

/** The possible duplicates of a dry run, and what users say of them. */
export function bindDuplicateRoutes(
  router: Router,
  { reads, answers }: { readonly reads: LongReads; readonly answers: DuplicateAnswers },
): void {
  bindForUser(router, listDuplicates, ({ params: { id }, query: { after, state }, user: { companyId } }) =>
    reads.begin(companyId, async (tx) => {
      const { hubSpotPortalId: portalId } = await requireMigration(tx, companyId, id);
      if (portalId === null) return { duplicates: [], next: null, open: 0, answered: 0 };
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
}
