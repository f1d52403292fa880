import { ApiError, listDuplicates, type Migration } from '@ridgeline/contracts';
import { memo, useState } from 'react';
import { useQuery } from '../../../../api/use-query.ts';
import { Button } from '../../../../ui/controls/Button.tsx';
import { Notice } from '../../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../../ui/page/PageStates.tsx';
import { Panel } from '../../../../ui/page/Panel.tsx';
import { MoreButton } from '../../../../ui/table/MoreButton.tsx';
import { formatCount } from '../../../../ui/text/format.ts';
import { HelpLink } from '../../../help/HelpLink.tsx';
import { useRunAgain } from '../result/use-run-again.ts';
import { sameFacts } from '../../same-facts.ts';
import { isThere, useConnectionState } from '../use-connection-state.ts';
import { DuplicateItem } from './DuplicateItem.tsx';
import './duplicates.css';

const title = 'Possible duplicates';

interface DuplicatesProps {
  readonly migration: Migration;
}

/** The records that a dry run would create although HubSpot may already have them; nothing if there are none. */
export const DuplicatesPanel = memo(function DuplicatesPanel({ migration }: DuplicatesProps) {
  const [after, setAfter] = useState<readonly string[]>([]);
  const { data, error, mutate } = useQuery(listDuplicates, { params: { id: String(migration.id) } });
  if (!data) {
    // A server of the release before does not know them.
    if (!error || (error instanceof ApiError && error.status === 404)) return null;
    return (
      <Panel title={title}>
        <ErrorState
          title="Could not load the possible duplicates"
          error={error}
          onRetry={() => void mutate()}
        />
      </Panel>
    );
  }
  const { open, answered, same } = data;
  if (open + answered === 0) return null;
  return (
    <Panel
      title={title}
      marks={<HelpLink to="duplicates" />}
      extra={<span role="status">{countText(open, answered)}</span>}
    >
      <p className="duplicates-about">
        HubSpot has records that look like these. “The same” links both, and later migrations update the
        HubSpot record. “Different” is not asked again. Nothing is written to HubSpot now.
      </p>
      {same > 0 ? <PlanAgain migration={migration} /> : null}
      {[null, ...after].map((cursor, page) => (
        <DuplicatePage
          key={cursor ?? 'first'}
          migration={migration}
          after={cursor}
          isLast={page === after.length}
          onMore={(next) => {
            setAfter([...after, next]);
          }}
        />
      ))}
    </Panel>
  );
}, sameFacts);

const countText = (open: number, answered: number): string =>
  `${formatCount(open)} to answer, ${formatCount(answered)} answered`;

/** The stored plan stays as it is: what was answered is planned by the next dry run. */
function PlanAgain({ migration }: DuplicatesProps) {
  const usable = isThere(useConnectionState(migration));
  const { run, busy } = useRunAgain(migration);
  return (
    <Notice
      role="status"
      tone="info"
      title="This plan does not include your answers"
      text={
        <div className="duplicates-plan">
          <p>
            It still creates the records that were answered “The same”. If you run it, they are skipped,
            because they differ from the plan.
          </p>
          {usable && migration.follows === null ? (
            <Button small loading={busy} onClick={run}>
              See what would happen again
            </Button>
          ) : null}
        </div>
      }
    />
  );
}

interface DuplicatePageProps extends DuplicatesProps {
  /** Null for the first page. */
  readonly after: string | null;
  readonly isLast: boolean;
  readonly onMore: (next: string) => void;
}

function DuplicatePage({ migration, after, isLast, onMore }: DuplicatePageProps) {
  const params = { id: String(migration.id) };
  const { data, error, mutate } = useQuery(listDuplicates, {
    params,
    ...(after === null ? {} : { query: { after } }),
  });
  const askAgain = () => void mutate();
  if (!data)
    return error ? (
      <ErrorState title="Could not load more possible duplicates" error={error} onRetry={askAgain} />
    ) : (
      <Loading label="Loading more possible duplicates">
        <SkeletonRows rows={4} />
      </Loading>
    );
  const { duplicates, next } = data;
  return (
    <LastKnown title="Could not refresh the possible duplicates" error={error} onRetry={askAgain}>
      <ul className="duplicates" aria-label={after === null ? title : `More ${title.toLowerCase()}`}>
        {duplicates.map((duplicate) => (
          <DuplicateItem
            key={`${duplicate.kind} ${duplicate.sourceId}`}
            duplicate={duplicate}
            migration={migration}
          />
        ))}
      </ul>
      {isLast && next !== null ? (
        <MoreButton
          className="duplicates-more"
          onClick={() => {
            onMore(next);
          }}
        >
          Show more
        </MoreButton>
      ) : null}
    </LastKnown>
  );
}
