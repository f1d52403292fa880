import { listSweepFindings, type LinkedPortal, type SweepFinding } from '@ridgeline/contracts';
import { useState } from 'react';
import { useQuery } from '../../../api/use-query.ts';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { Ago } from '../../../ui/text/Ago.tsx';
import { OneLine } from '../../../ui/text/OneLine.tsx';
import { OlderButton } from './OlderButton.tsx';
import { kindText, nameText, recordLinks } from './record-display.ts';
import type { VerdictLook } from './sweep-display.ts';
import { VendorLinks } from './SyncedRecordItem.tsx';

interface FindingsProps {
  readonly id: string;
  readonly connectionId: number;
  readonly portal: LinkedPortal;
  readonly look: VerdictLook;
}

/** So many are shown until the reader asks for older ones. */
const shownAtFirst = 5;

/** The findings of a verdict, newest first: what they mean, and each record with the ways to it. */
export function Findings({ id, look: { verdict, meaning }, ...rest }: FindingsProps) {
  const [isWhole, setWhole] = useState(false);
  const [olderThan, setOlderThan] = useState<readonly number[]>([]);
  return (
    <div id={id} className="sync-part">
      <p className="connection-quiet">{meaning}</p>
      <div className="sync-finding-pages">
        {[null, ...olderThan].map((before, page) => (
          <FindingPage
            key={before ?? 'newest'}
            {...rest}
            verdict={verdict}
            before={before}
            most={isWhole ? null : shownAtFirst}
            onOlder={(last) => {
              if (isWhole) setOlderThan([...olderThan, last]);
              setWhole(true);
            }}
            isLast={page === olderThan.length}
          />
        ))}
      </div>
    </div>
  );
}

interface FindingPageProps extends Pick<FindingsProps, 'connectionId' | 'portal'> {
  readonly verdict: VerdictLook['verdict'];
  /** The page from before the finding of this id; null: the newest. */
  readonly before: number | null;
  /** Shows no more than these; null: all. */
  readonly most: number | null;
  readonly isLast: boolean;
  readonly onOlder: (last: number) => void;
}

function FindingPage({ connectionId, portal, verdict, before, most, isLast, onOlder }: FindingPageProps) {
  const { data, error, mutate } = useQuery(listSweepFindings, {
    params: { id: String(connectionId) },
    query: { verdict, ...(before === null ? {} : { before: String(before) }) },
  });
  const retry = () => void mutate();
  if (!data)
    return error ? (
      <ErrorState title="Could not load the list" error={error} onRetry={retry} />
    ) : (
      <Loading label="Loading the list">
        <SkeletonRows rows={shownAtFirst} />
      </Loading>
    );
  const shown = data.findings.slice(0, most ?? undefined);
  const last = shown.at(-1);
  const hasMore = data.hasMore || shown.length < data.findings.length;
  return (
    <LastKnown title="Could not refresh the list" error={error} onRetry={retry}>
      {last ? (
        <ul className="sync-findings" aria-label={before === null ? 'Found records' : 'Older found records'}>
          {shown.map((finding) => (
            <FindingItem key={finding.id} finding={finding} portal={portal} />
          ))}
        </ul>
      ) : (
        <p className="connection-quiet">These records are no longer kept.</p>
      )}
      {isLast && hasMore && last ? (
        <OlderButton
          onClick={() => {
            onOlder(last.id);
          }}
        />
      ) : null}
    </LastKnown>
  );
}

function FindingItem({ finding, portal }: { readonly finding: SweepFinding; readonly portal: LinkedPortal }) {
  const { foundAt, changedAt } = finding;
  return (
    <li>
      <span className="synced-name">
        <small>{kindText(finding)}</small>
        <OneLine text={nameText(finding)} />
      </span>
      <VendorLinks about={nameText(finding)} links={recordLinks(finding, portal)} />
      <span className="synced-when numbers">
        found <Ago time={foundAt} />
        {changedAt === null ? null : (
          <>
            {' '}
            · changed <Ago time={changedAt} />
          </>
        )}
      </span>
    </li>
  );
}
