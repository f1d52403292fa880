import type { GuidePlace } from './guide.ts';

/** The anchor of a heading, spelled as GitHub does, so that one link works there and in the app. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The list of all topics. */
export const allTopics: GuidePlace = { topic: null, heading: null };

/**
 * Where a link in the guide leads in the app: a place in the guide, the URL of another site, or null if the app does not
 * have the target, such as other documents in the repository. `topic` is the file that contains the link.
 */
export function linkTarget(href: string, topic: string): GuidePlace | string | null {
  if (href.startsWith('https://')) return href;
  const [, file, anchor] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href) ?? [];
  const heading = anchor ?? null;
  if (file === 'README') return allTopics;
  if (file !== undefined) return { topic: file, heading };
  return heading === null ? null : { topic, heading };
}

/** The page of a place. */
export const helpPath = ({ topic, heading }: GuidePlace): string =>
  `/help${topic === null ? '' : `/${topic}`}${heading === null ? '' : `#${heading}`}`;

/** The parameter of an address that opens a place beside the page. */
const parameter = 'help';

/** In a URL, a place is `topic` or `topic.heading`; this value means the list of topics. */
const all = 'topics';

/** The search of an address with a place of the guide opened beside the page, or with none. */
export function withHelp(search: URLSearchParams, place: GuidePlace | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (place === null) next.delete(parameter);
  else next.set(parameter, [place.topic ?? all, place.heading].filter((part) => part !== null).join('.'));
  return next;
}

/** The place that an address opens beside its page; null where it opens none. */
export function readHelp(search: URLSearchParams): GuidePlace | null {
  const [topic = '', heading = null] = (search.get(parameter) ?? '').split('.', 2);
  if (topic === '') return null;
  return topic === all ? allTopics : { topic, heading };
}
