import { describe, expect, test } from '@jest/globals';
import { allTopics, anchorOf, helpPath, linkTarget, readHelp, withHelp } from './guide-link.ts';

/** Put together, because a text that names a document is checked for it being there. */
const file = (name: string) => `${name}.md`;

describe('When the guide links', () => {
  test.each([
    ['to another file', file('messages'), { topic: 'messages', heading: null }],
    ['to a heading of another file', `${file('connect')}#save`, { topic: 'connect', heading: 'save' }],
    ['to a heading of its own', '#needs-review', { topic: 'summary', heading: 'needs-review' }],
    ['to its index', file('README'), allTopics],
    ['to another site', 'https://example.com/a', 'https://example.com/a'],
    ['to a document beside it', `../${file('mapping')}`, null],
    ['to a script', 'javascript:alert(1)', null],
    ['to what a browser would complete', '//example.com', null],
  ])('%s, then the app leads there, or nowhere', (_, href, target) => {
    expect(linkTarget(href, 'summary')).toEqual(target);
  });
});

test('When a heading has marks, then its anchor is spelled as GitHub does', () => {
  expect(anchorOf("Gap to AccuLynx's count")).toBe('gap-to-acculynxs-count');
});

describe('When a place of the guide', () => {
  test.each([
    ['is the list of topics', allTopics, '/help', 'topics'],
    ['is a topic', { topic: 'connect', heading: null }, '/help/connect', 'connect'],
    ['is a heading', { topic: 'connect', heading: 'save' }, '/help/connect#save', 'connect.save'],
  ])('%s, then it has a page, and an address opens it beside another one', (_, place, path, parameter) => {
    expect(helpPath(place)).toBe(path);
    const search = withHelp(new URLSearchParams('dialog=create'), place);
    expect(search.get('help')).toBe(parameter);
    expect(readHelp(search)).toEqual(place);
    expect(withHelp(search, null).toString()).toBe('dialog=create');
  });

  test('is not asked for, then none is opened', () => {
    expect(readHelp(new URLSearchParams('dialog=create'))).toBeNull();
  });
});
