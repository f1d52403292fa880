import { describe, expect, test } from '@jest/globals';
import { pageTrace } from './same-origin.ts';

const traceOf = pageTrace('https://app.example.com');
const ids = `${'a'.repeat(32)}-${'b'.repeat(16)}`;
const ours = { 'sec-fetch-site': 'same-origin' };

describe('The trace that a page names', () => {
  test('When our own page names a trace, then it continues, but its sampling flag is ignored', () => {
    expect(traceOf({ headers: { ...ours, traceparent: `00-${ids}-01` } })).toBe(`00-${ids}-00`);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', traceparent: `00-${ids}-01` }],
    ['a page without a trace', ours],
    ['a trace of zeros', { ...ours, traceparent: `00-${'0'.repeat(32)}-${'b'.repeat(16)}-01` }],
    ['a caller of zeros', { ...ours, traceparent: `00-${'a'.repeat(32)}-${'0'.repeat(16)}-01` }],
    ['another version', { ...ours, traceparent: `01-${ids}-01` }],
    ['more than one', { ...ours, traceparent: `00-${ids}-01, 00-${ids}-01` }],
  ])('When a request comes from %s, then a trace begins here', (_, headers) => {
    expect(traceOf({ headers })).toBeUndefined();
  });
});
