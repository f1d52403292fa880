import { expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import { createSessionSignals, type SessionSignal } from './session-signals.ts';

const body = (code: string) => ({ error: 'Text', message: 'Text', code });

test('Failed calls report the end of the session, denied access and a lost connection; others report nothing', () => {
  const signals = createSessionSignals();
  const heard: SessionSignal[] = [];
  const stop = signals.subscribe((signal) => heard.push(signal));
  signals.report(new ApiError(401, 'Text', body('session.missing')));
  signals.report(
    new ApiError(403, 'Text', { ...body('session.access_revoked'), status: 'access_denied', contact: 'us' }),
  );
  signals.report(new ConnectionError(null));
  signals.report(new ConnectionError(null), true);
  signals.report(new ApiError(403, 'Text', body('session.forbidden')));
  signals.report(new Error('a defect'));
  stop();
  signals.report(new ConnectionError(null));
  expect(heard).toEqual([
    { type: 'session-ended' },
    { type: 'access-denied', contact: 'us' },
    { type: 'unreachable', awaited: false },
    { type: 'unreachable', awaited: true },
  ]);
});
