import {
  listCheckDifferences,
  type CheckDifference,
  type Migration,
  type MigrationCheck,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { StatusTag } from '../../../../ui/controls/StatusTag.tsx';
import { Loading, SkeletonRows } from '../../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../../ui/page/PageStates.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import { OneLine } from '../../../../ui/text/OneLine.tsx';
import { ChangedValues } from '../../../records/ChangedValues.tsx';
import { kindText, nameText, recordLinks } from '../../../records/record-links.ts';
import { VendorLinks } from '../../../records/VendorLinks.tsx';
import { verdictLook } from '../../checks/check-display.ts';
import { changeText } from '../../checks/check-text.ts';

interface CheckDifferencesProps {
  readonly check: MigrationCheck;
  readonly migration: Migration;
}

/** What a check found other than it was written, to which the reader adds page after page. */
export function CheckDifferences({ check, migration }: CheckDifferencesProps) {
  const { records, equal, missing } = check.figures;
  const [after, setAfter] = useState<readonly number[]>([]);
  if (records === equal && missing === 0) return null;
  return (
    <div>
      {[null, ...after].map((cursor, page) => (
        <DifferencePage
          key={cursor ?? 'first'}
          {...{ check, migration, after: cursor }}
          isLast={page === after.length}
          onMore={(last) => {
            setAfter([...after, last]);
          }}
        />
      ))}
    </div>
  );
}

interface DifferencePageProps extends CheckDifferencesProps {
  /** The last difference of the page before; null for the first page. */
  readonly after: number | null;
  readonly isLast: boolean;
  readonly onMore: (last: number) => void;
}

function DifferencePage({ check, migration, after, isLast, onMore }: DifferencePageProps) {
  const params = { id: String(migration.id), check: String(check.id) };
  const query = after === null ? {} : { after: String(after) };
  const { data, error, mutate } = useQuery(listCheckDifferences, { params, query });
  const askAgain = () => void mutate();
  if (!data)
    return error ? (
      <ErrorState title="Could not load the differences" error={error} onRetry={askAgain} />
    ) : (
      <Loading label="Loading the differences">
        <SkeletonRows rows={4} />
      </Loading>
    );
  const last = data.differences.at(-1);
  return (
    <LastKnown title="Could not refresh the differences" error={error} onRetry={askAgain}>
      <ul className="records" aria-label={after === null ? 'Differences' : 'More differences'}>
        {data.differences.map((difference) => (
          <Difference key={difference.id} {...{ difference, migration }} />
        ))}
      </ul>
      {isLast && data.hasMore && last ? (
        <MoreButton
          className="records-more"
          onClick={() => {
            onMore(last.id);
          }}
        >
          Show more
        </MoreButton>
      ) : null}
    </LastKnown>
  );
}

interface DifferenceProps {
  readonly difference: CheckDifference;
  readonly migration: Migration;
}

/** One value, record or association: how it differs, what was written and is there now, and who changed it. */
function Difference({ difference, migration }: DifferenceProps) {
  const { verdict, property, label, written, now } = difference;
  const name = nameText(difference);
  return (
    <li>
      <StatusTag {...verdictLook(verdict)} />
      <span className="records-name">
        <small>{kindText(difference)}</small>
        <OneLine text={name} />
      </span>
      <VendorLinks about={name} links={recordLinks(difference, migration)} />
      <div className="records-why">
        {property === null ? null : (
          <ChangedValues
            changes={[{ property, label: label ?? property, before: written, after: now }]}
            first="written"
            second="now"
          />
        )}
        <p>{changeText(difference)}</p>
      </div>
    </li>
  );
}
