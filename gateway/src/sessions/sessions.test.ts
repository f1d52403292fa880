import { describe, expect, test } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { newPointer, type SessionRedis } from './session-pointer.ts';
import { createSessions } from './sessions.ts';
import { rememberSignedIn } from './signed-in.ts';

const start = Date.parse('2026-05-01T08:00:00Z');
const unused = () => Promise.reject(new Error('not used here'));

/** Sessions whose use is written down on a clock of the test's own. */
function someSessions(remembered = false) {
  const clock = { now: start };
  const written: string[] = [];
  const expire: SessionRedis['expire'] = (key, seconds) => {
    written.push(`${key} ${seconds}`);
    return Promise.resolve(true);
  };
  const { prolong } = createSessions({
    redis: { mGet: unused, set: unused, del: unused, expire },
    secrets: ['s'.repeat(32)],
    secure: false,
    now: () => clock.now,
  });
  const session = newPointer({ userId: 7, sessionEpoch: 1, remembered }, start);
  const user = {
    userId: 7,
    companyId: 'co_a',
    administrator: false,
    version: 1,
    sessionEpoch: 1,
    revokedReason: null,
  };
  const use = (sessionId: string): void => {
    const req = Object.create(express.request) as Request;
    rememberSignedIn(req, { sessionId, session, user });
    void prolong(req, Object.create(express.response) as Response, () => undefined);
  };
  return { use, clock, written };
}

describe('Use of a session', () => {
  test('It delays the idle timeout, with one write a minute for each session', () => {
    const { use, clock, written } = someSessions();
    for (clock.now = start; clock.now < start + 120_000; clock.now += 1_000) use('7.a');
    use('7.b');
    expect(written).toEqual([
      'ridgeline:session:7.a 7200',
      'ridgeline:session:7.a 7200',
      'ridgeline:session:7.b 7200',
    ]);
  });

  test('It never puts off the last moment', () => {
    const { use, clock, written } = someSessions();
    clock.now = start + 12 * 3_600_000 - 5_000;
    use('7.a');
    expect(written).toEqual(['ridgeline:session:7.a 5']);
  });

  test('Who is remembered may stay away for two weeks', () => {
    const { use, written } = someSessions(true);
    use('7.a');
    expect(written).toEqual(['ridgeline:session:7.a 1209600']);
  });
});
