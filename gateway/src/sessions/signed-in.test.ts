import { describe, expect, test } from '@jest/globals';
import express, { type Request } from 'express';
import { rememberSignedIn, requireSignedIn } from './signed-in.ts';

describe('Who is signed in', () => {
  const request = (): Request => Object.create(express.request) as Request;

  test('When the session was not read, then that is a failure and not a visitor', () => {
    expect(() => requireSignedIn(request())).toThrow('server.failed');
  });

  test('A request without a session is a visitor', () => {
    const req = request();
    rememberSignedIn(req, null);
    expect(() => requireSignedIn(req)).toThrow('session.missing');
  });
});
