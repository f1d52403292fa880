import { describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import { failureOf, failureText, mayAskAgain, mayRetry } from './error-policy.ts';

const answered = (status: number, code = 'server.failed', text = 'Text of the server') =>
  new ApiError(status, text, { error: text, message: text, code, requestId: 'r-1' });

describe('What a failed call means', () => {
  test('When the session is gone, then it has ended', () => {
    expect(failureOf(answered(401, 'session.missing'))).toBe('session-ended');
  });

  test('When a password is wrong, then the call was refused and the session has not ended', () => {
    expect(failureOf(answered(401, 'auth.wrong_credentials'))).toBe('refused');
  });

  test('When no answer came, then the server is unreachable', () => {
    expect(failureOf(new ConnectionError(new TypeError('Failed to fetch')))).toBe('unreachable');
  });

  test.each([502, 503, 504])('When the answer is %i, then it is temporary', (status) => {
    expect(failureOf(answered(status))).toBe('temporary');
  });

  test('When something else was thrown, then it is not retried', () => {
    expect(mayRetry(new Error('a defect'))).toBe(false);
    expect(mayAskAgain(new Error('a defect'))).toBe(false);
  });
});

describe('Asking again', () => {
  test('When a write was answered 500, then it is not repeated, because it may have happened', () => {
    expect(mayRetry(answered(500))).toBe(false);
  });

  test('When a query was answered 500, then it is asked again; after a 404 it is not', () => {
    expect(mayAskAgain(answered(500))).toBe(true);
    expect(mayAskAgain(answered(404, 'migration.not_found'))).toBe(false);
  });
});

describe('What a person reads', () => {
  test('When the server failed, then its text and request id stand', () => {
    expect(failureText(answered(500), 'Fallback')).toEqual({ text: 'Text of the server', requestId: 'r-1' });
  });

  test('When the input was wrong, then no request id distracts from the reason', () => {
    expect(failureText(answered(400), 'Fallback').requestId).toBeNull();
  });

  test('When access is denied, then title, reason and contact are one text', () => {
    const body = { error: 'Left the firm', message: 'Left the firm', code: 'session.access_revoked' };
    const denied = { ...body, status: 'access_denied', title: 'Access Revoked', contact: 'help@x.example' };
    expect(failureText(new ApiError(403, 'Left the firm', denied), '').text).toBe(
      'Access Revoked: Left the firm. Please contact help@x.example for assistance.',
    );
    const bare = { ...body, status: 'access_denied' };
    expect(failureText(new ApiError(403, 'Left the firm', bare), '').text).toBe(
      'Access Denied: Left the firm',
    );
  });

  test.each([
    [1, 'Too many. The next one is possible in 1 second.'],
    [59, 'Too many. The next one is possible in 59 seconds.'],
    [61, 'Too many. The next one is possible in 2 minutes.'],
    [null, 'Too many'],
  ])('When there were too many and the wait is %p s, then it says so', (seconds, text) => {
    const body = { error: 'Too many', message: 'Too many', code: 'request.too_many' };
    expect(failureText(new ApiError(429, 'Too many', body, seconds), '').text).toBe(text);
  });

  test('When the text of a 429 ends with a full stop, then it has one only', () => {
    const body = { error: 'Too many. Later.', message: 'Too many. Later.', code: 'request.too_many' };
    expect(failureText(new ApiError(429, body.message, body, 60), '').text).toBe(
      'Too many. Later. The next one is possible in 1 minute.',
    );
  });

  test("When the server's text is empty, then the fallback stands", () => {
    expect(failureText(answered(400, 'server.failed', ''), 'Fallback').text).toBe('Fallback');
  });
});
