import { expect, test } from '@jest/globals';
import { theGuide } from '../../../testing/the-guide.ts';
import type { Topic } from './guide.ts';
import { markWords, searchGuide } from './search-guide.ts';
import { readBlocks } from './read-blocks.ts';

const aTopic = (name: string, title: string, text: string): Topic => ({
  name,
  title,
  about: '',
  blocks: readBlocks(text, name),
});

const topics = [
  aTopic('connect', 'Connect', 'Before it.\n\n## The key\n\nOne location.\n\n## Save\n\nThe **key** stays.'),
  aTopic('key', 'The key', '| Key | Use |\n| --- | --- |\n| one | opens a location |'),
];

const places = (search: string) =>
  searchGuide(topics, search).map(({ place: { topic, heading } }) => `${topic ?? ''}#${heading ?? ''}`);

test('When parts of the guide have a word, then titles come first, then headings, then texts', () => {
  expect(places('key')).toEqual(['key#', 'connect#the-key', 'connect#save']);
});

test('When there are several words, then a part has all of them, in any order and case', () => {
  expect(places('LOCATION key')).toEqual(['connect#the-key', 'key#']);
  expect(places('location save')).toEqual([]);
});

test('When the title of a topic has a word, then a part of it needs only the others', () => {
  expect(places('connect stays')).toEqual(['connect#save']);
});

test('When nothing is searched for, then nothing is found', () => {
  expect(searchGuide(topics, '  ')).toEqual([]);
});

test('When a word is far in a long text, then the excerpt is cut at words around it', () => {
  const long = aTopic('long', 'Long', `${'before '.repeat(60)}needle ${'after '.repeat(60)}`);
  const [found] = searchGuide([long], 'needle');
  expect(found?.excerpt).toMatch(/^… (before )+needle (after )+…$/);
  expect(found?.excerpt.length).toBeLessThan(170);
});

test('When the words are a message of the app, then its explanation comes first', () => {
  const [first] = searchGuide(theGuide.topics, 'Not in the plan');
  expect(first?.place).toEqual({ topic: 'messages', heading: 'skipped' });
  expect(first?.excerpt).toContain('Start another dry run');
});

test('When words are within others, then they do not count', () => {
  expect(places('ocation')).toEqual([]);
  expect(places('loc')).toEqual(['connect#the-key', 'key#']);
});

test('When words are marked, then their beginnings are, in either case, and the text stays whole', () => {
  const text = 'A (key) and Keys, no monkey.';
  const pieces = markWords(text, '(KEY) ?');
  expect(pieces.filter(({ hit }) => hit).map((piece) => piece.text)).toEqual(['key', 'Key']);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});
