import { describe, expect, test } from '@jest/globals';
import { lexer, walkTokens } from 'marked';
import { guideTexts, theGuide } from '../../../testing/the-guide.ts';
import { plainText, type Block, type Inline } from './guide.ts';
import { readBlocks } from './read-blocks.ts';

/** The Markdown that `readBlocks` shows, plus the tokens between blocks. */
const known = ['heading', 'paragraph', 'list', 'list_item', 'table', 'html', 'space'];
const knownInText = ['text', 'codespan', 'strong', 'em', 'link', 'escape'];

const allBlocks = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) => (block.kind === 'list' ? [block, ...block.items.flatMap(allBlocks)] : [block]));

const inlinesOf = (block: Block): readonly Inline[] => {
  if (block.kind === 'table') return [block.head, ...block.rows].flat(2);
  return block.kind === 'heading' || block.kind === 'paragraph' ? block.text : [];
};

const linksOf = (inlines: readonly Inline[]): readonly Inline[] =>
  inlines.flatMap((inline) => [
    ...(inline.kind === 'link' ? [inline] : []),
    ...(typeof inline.text === 'string' ? [] : linksOf(inline.text)),
  ]);

test('When the guide has a file, then the app lists it with its title and what it is about', () => {
  const files = [...guideTexts.keys()].filter((name) => name !== 'README');
  expect(theGuide.topics.map(({ name }) => name).sort()).toEqual(files.sort());
  for (const { title, about } of theGuide.topics) {
    expect(title).toMatch(/^[A-Z]/);
    expect(about).toMatch(/^[a-z].*[^.]$/);
  }
});

describe.each([...guideTexts])('In %s', (_, text) => {
  test('When Markdown is used, then the app knows how to show it', () => {
    const used = new Set<string>();
    void walkTokens(lexer(text), ({ type }) => {
      used.add(type);
    });
    expect([...used].filter((type) => ![...known, ...knownInText].includes(type))).toEqual([]);
    // Entities would be displayed literally.
    expect(text).not.toMatch(/&\w+;/);
  });
});

describe.each(theGuide.topics.map((topic) => [topic.name, topic] as const))('In %s', (_, topic) => {
  const blocks = allBlocks(topic.blocks);

  test('When it has headings, then they begin at the second level, and no two have one anchor', () => {
    const headings = blocks.filter((block) => block.kind === 'heading');
    const anchors = headings.map(({ anchor }) => anchor);
    expect(new Set(anchors).size).toBe(anchors.length);
    expect(headings.every(({ depth }) => depth === 2)).toBe(true);
  });

  test('When it has a picture, then the app has its files, and an alternative text', () => {
    for (const block of blocks)
      if (block.kind === 'picture') {
        expect([...theGuide.pictures.keys()]).toContain(block.file);
        expect([...theGuide.pictures.keys()]).toContain(block.narrow?.file);
        expect(block.alt).not.toBe('');
      }
  });

  test('When it links within the guide, then the topic and the heading are there', () => {
    for (const link of linksOf(blocks.flatMap(inlinesOf))) {
      if (link.kind !== 'link' || typeof link.to === 'string' || link.to.topic === null) continue;
      const { topic: name, heading } = link.to;
      const target = theGuide.topics.find((one) => one.name === name);
      expect(target?.name).toBe(name);
      const anchors = target?.blocks.map((block) => (block.kind === 'heading' ? block.anchor : null));
      if (heading !== null) expect(anchors).toContain(heading);
    }
  });
});

test('When a text holds HTML or a link to what the app does not have, then only its words are shown', () => {
  const read = readBlocks(
    'One <b onclick="x()">two</b> [three](../mapping.md), [four](javascript:x).\n\n<script>x()</script>\n\n[All](../mapping.md)',
    'connect',
  );
  expect(read.map((block) => plainText(inlinesOf(block)))).toEqual(['One two three, four.']);
});
