import { describe, expect, test } from '@jest/globals';
import { isSameOrigin } from './same-origin.ts';

const publicUrl = new URL('https://app.example.com');
const host = 'gateway.internal:8080';

describe('Where a write comes from', () => {
  test.each([
    ['our page, as the browser says', { 'sec-fetch-site': 'same-origin' }],
    ['our page under its public address', { origin: 'https://app.example.com', host }],
    ['our page under the address it was sent to', { origin: 'https://gateway.internal:8080', host }],
    ['no browser at all', { host }],
  ])('It is accepted from %s', (_, headers) => {
    expect(isSameOrigin(headers, publicUrl)).toBe(true);
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['nowhere', { 'sec-fetch-site': 'none' }],
    ['another site with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }],
    ['another origin', { origin: 'https://evil.example', host }],
    ['another port', { origin: 'http://gateway.internal:9999', host }],
    ['a lookalike', { origin: 'https://app.example.com.evil.example', host }],
    ['http where we are https', { origin: 'http://app.example.com', host }],
    ['our own host by another scheme', { origin: 'http://gateway.internal:8080', host }],
    ['our own host by a scheme of an app', { origin: 'ftp://gateway.internal:8080', host }],
    ['a sandboxed frame', { origin: 'null', host }],
    ['nonsense', { origin: '', host }],
    ['a file, with an empty host', { origin: 'file://', host: '' }],
  ])('It is refused from %s', (_, headers) => {
    expect(isSameOrigin(headers, publicUrl)).toBe(false);
  });
});
