import { expect, test } from '@jest/globals';
import { ApiError, errorText } from '@ridgeline/contracts';
import { RunResult } from '@ridgeline/events';
import { connectionSecrets } from './connection-secrets.ts';
import { aRun } from './testing/a-migration-run.ts';

test('When the connection was deleted while its migration waited, then the run fails immediately and says so', async () => {
  const code = 'connection.not_found';
  const text = errorText(code);
  const deleted = () =>
    Promise.reject(new ApiError(404, text, { error: text, message: text, code, requestId: 'r-1' }));
  const { run, reports, target, refusals } = aRun({
    parts: { secrets: (settings, signal) => connectionSecrets(deleted, settings, signal) },
  });
  expect(await run()).toEqual({ exit: 'finished' });
  expect(reports().at(-1)).toMatchObject({
    case: 'finished',
    value: {
      result: RunResult.FAILED,
      failureMessage: 'The connection of this migration does not exist any more.',
    },
  });
  expect([target.calls, refusals]).toEqual([[], []]);
});
