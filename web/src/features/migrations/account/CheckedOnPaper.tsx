import {
  checkVerdictWords,
  listCheckDifferences,
  type AnswerOf,
  type CheckDifference,
  type listChecks,
  type Migration,
  type MigrationCheck,
} from '@ridgeline/contracts';
import type { SWRResponse } from 'swr';
import { useQuery } from '../../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState } from '../../../ui/page/PageStates.tsx';
import { formatMoment } from '../../../ui/text/format.ts';
import { kindText, nameText } from '../../records/record-links.ts';
import { changeText, comparedText, figuresText, shownCheck } from '../checks/check-text.ts';

interface CheckedOnPaperProps {
  readonly migration: Migration;
  readonly query: Pick<SWRResponse<AnswerOf<typeof listChecks>, unknown>, 'data' | 'error' | 'mutate'>;
}

/** The result of the migration's last check: its figures and the first of its differences. */
export function CheckedOnPaper({ migration, query: { data, error, mutate } }: CheckedOnPaperProps) {
  const check = data && shownCheck(data.checks);
  return (
    <section aria-labelledby="account-check">
      <h2 id="account-check">Checked in HubSpot</h2>
      {check ? (
        <>
          <p>
            <strong>{figuresText(check, data.written)}</strong> {comparedText(check)}
            {check.endedAt === null ? null : ` Checked ${formatMoment(check.endedAt)}.`}
          </p>
          <Differences migration={migration} check={check} />
        </>
      ) : data ? (
        <p>
          {data.checks[0]?.state === 'failed'
            ? `The check could not be made. ${data.checks[0].problem ?? ''}`
            : 'Not checked.'}
        </p>
      ) : error ? (
        <ErrorState title="Could not load the check" error={error} onRetry={() => void mutate()} />
      ) : (
        <Loading label="Loading the check">
          <SkeletonRows rows={2} />
        </Loading>
      )}
    </section>
  );
}

interface DifferencesProps {
  readonly migration: Migration;
  readonly check: MigrationCheck;
}

/** The columns after the name of a record. */
const columns = ['Result', 'Property', 'Written', 'In HubSpot', 'Change'];

function Differences({ migration, check }: DifferencesProps) {
  const params = { id: String(migration.id), check: String(check.id) };
  const { data, error, mutate } = useQuery(listCheckDifferences, { params, query: { size: '500' } });
  if (!data)
    return error ? (
      <ErrorState title="Could not load the differences" error={error} onRetry={() => void mutate()} />
    ) : (
      <Loading label="Loading the differences">
        <SkeletonRows rows={4} />
      </Loading>
    );
  if (data.differences.length === 0) return <p>There are no differences.</p>;
  return (
    <>
      <table className="account-differences">
        <thead>
          <tr>
            {['Record', ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.differences.map((difference) => (
            <DifferenceRow key={difference.id} difference={difference} />
          ))}
        </tbody>
      </table>
      {data.hasMore ? <p>These are the first 500 differences. The CSV has all of them.</p> : null}
    </>
  );
}

function DifferenceRow({ difference }: { readonly difference: CheckDifference }) {
  const { verdict, label, written, now } = difference;
  const cells = [checkVerdictWords[verdict], label, written, now, changeText(difference)];
  return (
    <tr>
      <th scope="row">
        {nameText(difference)} <small>{kindText(difference)}</small>
      </th>
      {cells.map((cell, index) => (
        // On the phone, where a row is a card, each cell says what it is.
        <td key={columns[index]} data-label={columns[index]}>
          {cell ?? '–'}
        </td>
      ))}
    </tr>
  );
}
