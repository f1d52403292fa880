import { ExportOutlined } from '@ant-design/icons';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { SearchField } from '../../ui/controls/SearchField.tsx';
import { SideDialog } from '../../ui/dialog/SideDialog.tsx';
import { Loading, SkeletonText } from '../../ui/page/Loading.tsx';
import { ErrorState } from '../../ui/page/PageStates.tsx';
import type { Guide, GuidePlace } from './guide/guide.ts';
import { allTopics, helpPath, readHelp, withHelp } from './guide/guide-link.ts';
import { useGuide } from './guide/use-guide.ts';
import { GuideResults, TopicList } from './view/GuideFinder.tsx';
import { GuideText, headingId } from './view/GuideText.tsx';
import { GuideLink, HelpNavigation } from './view/help-navigation.tsx';
import './help.css';

/** The guide beside the page, if the URL asks for it. */
export function HelpDrawer() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const place = useMemo(() => readHelp(search), [search]);
  const wayTo = useCallback(
    (next: GuidePlace | null) => ({
      to: { search: withHelp(search, next).toString() },
      // Back returns to the page, no matter how many topics were read.
      replace: true,
      preventScrollReset: true,
    }),
    [search],
  );
  if (place === null) return null;
  const path = helpPath(place);
  return (
    <HelpNavigation value={wayTo}>
      <SideDialog
        title="Help"
        actions={
          <ButtonLink
            look="text"
            href={path}
            target="_blank"
            icon={<ExportOutlined aria-hidden />}
            className="button-square"
            aria-label="Open help in a new tab"
            title="Open help in a new tab"
          />
        }
        onClose={() => {
          const { to, ...how } = wayTo(null);
          void navigate(to, how);
        }}
      >
        <HelpContent key={path} place={place} />
      </SideDialog>
    </HelpNavigation>
  );
}

/** The search, with its results or the topic below it. */
function HelpContent({ place }: { readonly place: GuidePlace }) {
  const { data, error, mutate } = useGuide();
  const [typed, setTyped] = useState('');
  if (error !== undefined)
    return (
      <ErrorState
        title="Could not load help"
        error={error}
        // Some browsers remember a failed script until the page is loaded again, where a form would be lost.
        consequence="Your page is not affected. If it fails again, open help in a new tab."
        onRetry={() => void mutate()}
      />
    );
  if (!data)
    return (
      <Loading label="Loading help">
        <SkeletonText lines={8} />
      </Loading>
    );
  return (
    <>
      <SearchField
        className="help-search"
        label="Search help"
        placeholder="Search help"
        value={typed}
        onChange={setTyped}
      />
      {typed.trim() === '' ? (
        <Place guide={data} place={place} />
      ) : (
        <GuideResults guide={data} search={typed} />
      )}
    </>
  );
}

/** A topic, starting at the requested heading; the list of topics if none, or no existing one, is requested. */
function Place({ guide, place }: { readonly guide: Guide; readonly place: GuidePlace }) {
  const title = useRef<HTMLHeadingElement>(null);
  const { heading } = place;
  useEffect(() => {
    const asked = heading === null ? null : document.getElementById(headingId(heading, true));
    asked?.scrollIntoView();
    (asked ?? title.current)?.focus({ preventScroll: true });
  }, [heading]);
  const topic = guide.topics.find(({ name }) => name === place.topic);
  return (
    <>
      {topic ? (
        <p className="help-back">
          <GuideLink place={allTopics}>All topics</GuideLink>
        </p>
      ) : null}
      <h2 ref={title} className="help-title" tabIndex={-1}>
        {topic?.title ?? 'All topics'}
      </h2>
      {topic ? (
        <GuideText blocks={topic.blocks} pictures={guide.pictures} beside />
      ) : (
        <TopicList topics={guide.topics} />
      )}
    </>
  );
}
