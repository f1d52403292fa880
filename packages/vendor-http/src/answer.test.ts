import { describe, expect, test } from '@jest/globals';
import { statusText, vendorWords } from './answer.ts';

describe("A vendor's words for people", () => {
  test('When the message is a page, then nothing is left of it; a sentence stays, cut short', () => {
    for (const page of ['<html><body><h1>502</h1></body></html>', '<!DOCTYPE html><title>x', 'x <br/> y'])
      expect(vendorWords(page)).toBe('');
    expect(vendorWords(' Page Size must be < 50 and > 0. ')).toBe('Page Size must be < 50 and > 0.');
    expect(vendorWords('x'.repeat(500))).toHaveLength(200);
    expect(vendorWords(undefined)).toBe('');
  });

  test('When a status has a usual name, then the text includes it', () => {
    expect([statusText(502), statusText(521)]).toEqual(['502 (Bad Gateway)', '521']);
  });
});
