import { useMemo } from 'react';
import { EmptyState } from '../../../ui/page/PageStates.tsx';
import { capitalized, formatRecords } from '../../../ui/text/format.ts';
import type { Guide, Topic } from '../guide/guide.ts';
import { markWords, searchGuide } from '../guide/search-guide.ts';
import { GuideLink } from './help-navigation.tsx';
import './guide-finder.css';

/** The topics of the guide, each with what it is about. */
export function TopicList({ topics }: { readonly topics: readonly Topic[] }) {
  return (
    <ol className="guide-list" aria-label="Topics">
      {topics.map(({ name, title, about }) => (
        <li key={name}>
          <GuideLink place={{ topic: name, heading: null }}>
            <strong>{title}</strong>
            <span className="guide-list-text">{capitalized(about)}</span>
          </GuideLink>
        </li>
      ))}
    </ol>
  );
}

interface GuideResultsProps {
  readonly guide: Guide;
  /** The search text; not empty. */
  readonly search: string;
}

/** The parts of the guide that match a search. */
export function GuideResults({ guide, search }: GuideResultsProps) {
  const found = useMemo(() => searchGuide(guide.topics, search), [guide, search]);
  return (
    <>
      <p className="guide-count numbers" role="status">
        {formatRecords(found.length, { one: 'result', many: 'results' })}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title="Nothing found"
          text="No part of the guide has all of these words. Try fewer words, or another one."
        />
      ) : (
        <ol className="guide-list" aria-label="Results">
          {found.map(({ place, topic, heading, excerpt }) => (
            <li key={`${place.topic ?? ''} ${place.heading ?? ''}`}>
              <GuideLink place={place}>
                <strong>
                  <WithMarks text={heading ?? topic} search={search} />
                </strong>
                {heading === null ? null : <small>{topic}</small>}
                <span className="guide-list-text">
                  <WithMarks text={excerpt} search={search} />
                </span>
              </GuideLink>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const WithMarks = ({ text, search }: { readonly text: string; readonly search: string }) =>
  markWords(text, search).map((piece, at) =>
    piece.hit ? <mark key={at}>{piece.text}</mark> : <span key={at}>{piece.text}</span>,
  );
