import { useSearchParams } from 'react-router-dom';
import { Button, type ButtonProps } from '../../../ui/controls/Button.tsx';
import { ClearButton } from '../../../ui/controls/ClearButton.tsx';
import { useFocusFallback } from '../../../ui/controls/keyboard-focus.ts';
import { FailureAlert } from '../../../ui/controls/Notice.tsx';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState } from '../../../ui/page/PageStates.tsx';
import { useSetFilters } from '../../../ui/page/use-set-filters.ts';
import { usePhone } from '../../../ui/theme/use-media-query.ts';
import { queryOf, readActivityView, useActivity, type ActivityView } from './activity-view.ts';
import { ActivityFilters } from './ActivityFilters.tsx';
import { ActivityCards, ActivityTable } from './ActivityTable.tsx';
import './activity.css';

/** The audit log: who did what, newest first. */
export default function ActivityPanel() {
  const [search] = useSearchParams();
  const view = readActivityView(search);
  return (
    <section className="panel" aria-label="Activity" tabIndex={-1}>
      <ActivityFilters view={view} />
      <Entries view={view} />
    </section>
  );
}

function Entries({ view }: { readonly view: ActivityView }) {
  const { entries, error, stale, more, loadingMore, loadMore, retry } = useActivity(view);
  const phone = usePhone();
  const setFilters = useSetFilters();
  const showAll = () => {
    setFilters({ q: '', action: '' });
  };
  if (!entries) {
    return error ? (
      <ErrorState title="Could not load the activity" error={error} onRetry={retry} />
    ) : (
      <Loading label="Loading the activity">
        <SkeletonRows rows={8} />
      </Loading>
    );
  }
  if (entries.length === 0) {
    const filtered = Object.keys(queryOf(view)).length > 0;
    return (
      <div className="users-none">
        <p>{filtered ? 'Nothing matches this filter.' : 'Nothing has been recorded yet.'}</p>
        {filtered ? <ClearButton onClick={showAll}>Clear filter</ClearButton> : null}
      </div>
    );
  }
  const Rows = phone ? ActivityCards : ActivityTable;
  return (
    <>
      <div className={stale ? 'stale' : undefined} aria-busy={stale}>
        <Rows entries={entries} />
      </div>
      {error ? (
        <div className="activity-foot">
          <FailureAlert
            title="Could not refresh the activity"
            error={error}
            fallback="Something unexpected happened."
          />
          <Button onClick={retry}>Try Again</Button>
        </div>
      ) : more ? (
        <div className="activity-foot">
          <MoreButton loading={loadingMore} onClick={loadMore} />
        </div>
      ) : null}
    </>
  );
}

const panelOf = (button: HTMLElement) => button.closest<HTMLElement>('section');

/** Disappears when there are no more entries. */
function MoreButton(props: Pick<ButtonProps, 'loading' | 'onClick'>) {
  const button = useFocusFallback<HTMLButtonElement>(panelOf);
  return (
    <Button {...props} ref={button}>
      Load more
    </Button>
  );
}
