import { useState, type ReactNode } from 'react';
import { Loading, SkeletonRows } from '../../../ui/page/Loading.tsx';
import { ErrorState, LastKnown } from '../../../ui/page/PageStates.tsx';
import { MoreButton } from '../../../ui/table/MoreButton.tsx';

/** A page of a list, newest first. */
interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
}

interface OlderPagesProps<Item> {
  /** Loads the page before this item; null: the newest page. */
  readonly usePage: (before: number | null) => {
    readonly page: ListPage<Item> | undefined;
    readonly error: unknown;
    readonly retry: () => void;
  };
  readonly children: (item: Item) => ReactNode;
}

/** So many are shown until the reader asks for older ones. */
const shownAtFirst = 5;

/** A list of found records, newest first, to which the reader adds older pages. */
export function OlderPages<Item extends { readonly id: number }>(props: OlderPagesProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const [olderThan, setOlderThan] = useState<readonly number[]>([]);
  return (
    <div className="sync-finding-pages">
      {[null, ...olderThan].map((before, page) => (
        <OnePage
          key={before ?? 'newest'}
          {...props}
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
  );
}

interface OnePageProps<Item> extends OlderPagesProps<Item> {
  readonly before: number | null;
  /** The maximum to show; null: all. */
  readonly most: number | null;
  readonly isLast: boolean;
  readonly onOlder: (last: number) => void;
}

function OnePage<Item extends { readonly id: number }>({
  usePage,
  before,
  most,
  isLast,
  onOlder,
  children,
}: OnePageProps<Item>) {
  const { page, error, retry } = usePage(before);
  if (!page)
    return error ? (
      <ErrorState title="Could not load the list" error={error} onRetry={retry} />
    ) : (
      <Loading label="Loading the list">
        <SkeletonRows rows={shownAtFirst} />
      </Loading>
    );
  const shown = page.items.slice(0, most ?? undefined);
  const last = shown.at(-1);
  const hasMore = page.hasMore || shown.length < page.items.length;
  return (
    <LastKnown title="Could not refresh the list" error={error} onRetry={retry}>
      {last ? (
        <ul className="sync-findings" aria-label={before === null ? 'Found records' : 'Older found records'}>
          {shown.map((item) => (
            <li key={item.id}>{children(item)}</li>
          ))}
        </ul>
      ) : (
        <p className="connection-quiet">These records are no longer kept.</p>
      )}
      {isLast && hasMore && last ? (
        <MoreButton
          className="sync-older"
          onClick={() => {
            onOlder(last.id);
          }}
        >
          Show older
        </MoreButton>
      ) : null}
    </LastKnown>
  );
}
