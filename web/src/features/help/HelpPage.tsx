import { SearchField } from '../../ui/controls/SearchField.tsx';
import { Loading, SkeletonRows } from '../../ui/page/Loading.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { useTypedParameter } from '../../ui/page/use-typed-parameter.ts';
import { reload, useGuide } from './guide/use-guide.ts';
import { GuideResults, TopicList } from './view/GuideFinder.tsx';
import './help.css';

/** The topics of the guide, with a full-text search. */
export function HelpPage() {
  const { data, error } = useGuide();
  const { typed, change } = useTypedParameter('q');
  return (
    <div>
      <PageHeader title="Help" purpose="How to connect AccuLynx and HubSpot, and what each screen means." />
      <SearchField
        className="help-search"
        label="Search help"
        placeholder="Search help"
        value={typed}
        onChange={change}
      />
      {data ? (
        typed.trim() === '' ? (
          <TopicList topics={data.topics} />
        ) : (
          <GuideResults guide={data} search={typed} />
        )
      ) : error !== undefined ? (
        <ErrorState title="Could not load help" error={error} onRetry={reload} />
      ) : (
        <Loading label="Loading help">
          <SkeletonRows rows={9} />
        </Loading>
      )}
    </div>
  );
}
