import { describe, expect, test } from '@jest/globals';
import express, { type Request } from 'express';
import { requireSignedIn } from './signed-in.ts';

describe('Who is signed in', () => {
  test('When the session could not be read at all, then that is no visitor but a failure', () => {
    const req = Object.create(express.request) as Request;
    expect(() => requireSignedIn(req)).toThrow('server.unavailable');
  });

  test('A session without a user is a visitor', () => {
    const req = Object.assign(Object.create(express.request) as Request, { session: {} });
    expect(() => requireSignedIn(req)).toThrow('session.missing');
  });
});
