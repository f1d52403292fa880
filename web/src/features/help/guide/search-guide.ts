import { plainText, type Block, type Cell, type GuidePlace, type Topic } from './guide.ts';

/** A part of a topic that has all words of a search. */
export interface Finding {
  readonly place: GuidePlace;
  /** The topic's title. */
  readonly topic: string;
  /** The heading that it is under; null at the topic's beginning. */
  readonly heading: string | null;
  /** A piece of its text around the match. */
  readonly excerpt: string;
}

interface Part {
  readonly anchor: string | null;
  readonly heading: string | null;
  readonly text: string;
}

/** How many characters are shown before the match, and in total. */
const excerptBefore = 40;
const excerptLength = 160;

const separator = String.raw`[^\p{L}\p{N}]`;

/** The words of a search: letters and digits. */
const wordsOf = (search: string): readonly string[] =>
  search.split(new RegExp(separator, 'u')).filter((word) => word !== '');

/** Matches this word, or these words in a row, at the start of a word, ignoring case. */
const beginning = (...words: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${words.join(`${separator}+`)}`, 'iu');

/**
 * The parts of topics that contain all words, each at least as the start of a word. The topic's title counts too, as long
 * as the part itself contains one of the words. Parts with the words in a row rank first: in the topic's title, then in a
 * heading, then in the text, so that users can find an app message by its wording. Parts with all words in the heading come
 * next; ties keep the guide's order.
 */
export function searchGuide(topics: readonly Topic[], search: string): readonly Finding[] {
  const words = wordsOf(search);
  if (words.length === 0) return [];
  const each = words.map((word) => beginning(word));
  const row = beginning(...words);
  const hasAll = (text: string) => each.every((word) => word.test(text));
  const found = topics.flatMap((topic) =>
    partsOf(topic.blocks).flatMap((part) => {
      const title = part.heading ?? topic.title;
      const own = `${title} ${part.text}`;
      if (!each.some((word) => word.test(own)) || !hasAll(`${topic.title} ${own}`)) return [];
      const titled = row.test(title);
      const ranks = [titled && part.heading === null, titled, row.test(part.text), hasAll(title), true];
      return [{ topic, part, rank: ranks.indexOf(true) }];
    }),
  );
  return found
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ topic, part }) => ({
      place: { topic: topic.name, heading: part.anchor },
      topic: topic.title,
      heading: part.heading,
      excerpt: excerptOf(part.text, [row, ...each]),
    }));
}

export interface MarkedPiece {
  readonly text: string;
  readonly hit: boolean;
}

/** A text in pieces: what the search found by apart from the rest. */
export function markWords(text: string, search: string): readonly MarkedPiece[] {
  const words = wordsOf(search);
  if (words.length === 0) return [{ text, hit: false }];
  const hits = new RegExp(`(${words.map((word) => beginning(word).source).join('|')})`, 'iu');
  return text
    .split(hits)
    .map((piece, at) => ({ text: piece, hit: at % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** Splits a topic at its headings: the introduction first, then one part per heading. */
function partsOf(blocks: readonly Block[]): readonly Part[] {
  const starts = blocks.flatMap((block, at) => (block.kind === 'heading' ? [at] : []));
  const intro = { anchor: null, heading: null, text: textOf(blocks.slice(0, starts[0])) };
  const headed = starts.flatMap((start, index) => {
    const block = blocks[start];
    if (block?.kind !== 'heading') return [];
    const text = textOf(blocks.slice(start + 1, starts[index + 1]));
    return [{ anchor: block.anchor, heading: plainText(block.text), text }];
  });
  return [intro, ...headed];
}

const textOf = (blocks: readonly Block[]): string => blocks.map(blockText).join(' ');

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.text);
    case 'list':
      return block.items.map(textOf).join(' ');
    case 'table':
      return [block.head, ...block.rows].map(rowText).join(' ');
    case 'picture':
      return block.alt;
  }
}

/** A table row as one sentence; its cells may themselves be sentences. */
const rowText = (row: readonly Cell[]): string =>
  `${row.map((cell) => plainText(cell).replace(/\.$/, '')).join(' · ')}.`;

/** The text around the first pattern that matches, cut at word boundaries. */
function excerptOf(text: string, patterns: readonly RegExp[]): string {
  const hit = patterns.map((pattern) => text.search(pattern)).find((at) => at >= 0) ?? 0;
  const start = hit <= excerptBefore ? 0 : text.indexOf(' ', hit - excerptBefore) + 1;
  const cut = text.slice(start, start + excerptLength);
  const goesOn = start + cut.length < text.length;
  const shown = goesOn ? cut.slice(0, cut.lastIndexOf(' ')) : cut;
  return `${start > 0 ? '… ' : ''}${shown}${goesOn ? ' …' : ''}`;
}
