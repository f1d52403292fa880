import { ArrowLeftOutlined } from '@ant-design/icons';
import { Link, useLocation, useParams } from 'react-router-dom';
import { Loading, SkeletonText } from '../../ui/page/Loading.tsx';
import { PageHeader, PageTitle } from '../../ui/page/PageHeader.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import { useScrollToPanel } from '../../ui/page/use-scroll-to-panel.ts';
import { reload, useGuide } from './guide/use-guide.ts';
import { GuideText } from './view/GuideText.tsx';

/** One topic of the guide; the address may name a heading. */
export function HelpTopicPage() {
  const { topic: name = '' } = useParams();
  const { data, error } = useGuide();
  const { hash } = useLocation();
  useScrollToPanel(hash.slice(1), data !== undefined);
  const topic = data?.topics.find((one) => one.name === name);
  if (data && !topic) return <TopicNotFound />;
  return (
    <div>
      <Link className="page-back" to="/help">
        <ArrowLeftOutlined aria-hidden />
        All topics
      </Link>
      <PageHeader title={topic?.title ?? 'Help'} page={topic ? `${topic.title} - Help` : 'Help'} />
      {data && topic ? (
        <GuideText blocks={topic.blocks} pictures={data.pictures} />
      ) : error !== undefined ? (
        <ErrorState title="Could not load help" error={error} onRetry={reload} />
      ) : (
        <Loading label="Loading help">
          <SkeletonText lines={12} />
        </Loading>
      )}
    </div>
  );
}

/** Shown if the guide does not have the topic. */
function TopicNotFound() {
  return (
    <div className="state-card">
      <PageTitle page="Help Topic Not Found" />
      <div className="state">
        <h1>Help Topic Not Found</h1>
        <p>The guide has no such topic. It may have another name now.</p>
        <Link to="/help">All topics</Link>
      </div>
    </div>
  );
}
