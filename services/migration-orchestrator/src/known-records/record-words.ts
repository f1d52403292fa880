/** The maximum number of words kept per record, and of characters per word. */
const maxWords = 24;
const maxLength = 80;

/** Sorts after every word with a given beginning, in byte order. */
const behindAll = '\u{10FFFF}';

/** The form in which texts are compared: lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

const wordsIn = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** The words, and also each text between blanks as a whole: an email address or an id, typed or pasted. */
const wholeAndParts = (text: string): string[] => [
  ...plain(text)
    .split(/\s+/u)
    .filter((whole) => whole !== ''),
  ...wordsIn(text),
];

/** The words by which a record is found: those of its name and its unique value, and the parts of both. */
export function wordsOfRecord({
  name,
  key,
}: {
  readonly name: string;
  readonly key: string | null;
}): string[] {
  const words = [...wholeAndParts(key ?? ''), ...wholeAndParts(name)];
  return [...new Set(words.map((word) => word.slice(0, maxLength)))].slice(0, maxWords);
}

/** A range of words with the same beginning: from the first, up to but excluding the second. */
export interface WordRange {
  readonly from: string;
  readonly until: string;
}

/**
 * The beginnings that a search looks for, the longest first, because it matches the fewest records. Empty when the search
 * contains no word.
 */
export function rangesOfSearch(search: string): WordRange[] {
  const wholes = plain(search).split(/\s+/u);
  const words = wholes.flatMap((whole) => (/[@._-]/u.test(whole) ? [whole] : wordsIn(whole)));
  return [...new Set(words.filter((word) => word !== ''))]
    .map((word) => word.slice(0, maxLength))
    .sort((a, b) => b.length - a.length)
    .map((from) => ({ from, until: from + behindAll }));
}
