import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@ridgeline/contracts';
import type { Database } from '@ridgeline/postgres';
import { storedSecrets } from '../secrets/stored-secrets.ts';
import { storedCheck } from '../stored-checks/stored-credentials.ts';
import { refusalService } from './refusal-service.ts';

const refusal = { companyId: 'acme', connectionId: 7, eventId: 'e-1' };
const touched = () => {
  throw new Error('This must not be touched');
};
const db: Database = {
  forCompany: touched,
  forSystem: touched,
  listen: touched,
  ping: touched,
  close: touched,
  [Symbol.asyncDispose]: touched,
};

function handled(answer: ApiError) {
  const stored = storedSecrets(() => Promise.reject(answer));
  return refusalService({ db, check: storedCheck(stored, touched) })(refusal);
}

describe('A refusal that a worker reports', () => {
  test('When the connection was deleted since, then no vendor is asked, nothing is stored, and the event is done', async () => {
    const none = new ApiError(404, 'none', { error: '', message: '', code: 'connection.not_found' });
    expect(await handled(none)).toEqual({ verdict: 'done' });
  });

  test('When the connection service does not answer, then the event comes again', async () => {
    await expect(handled(new ApiError(503, 'away', null))).rejects.toMatchObject({ retriable: true });
  });
});
