import { describe, expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { createdToast, failedToast, failureTitle, gather, whyNot } from './CreationFailure.tsx';

const created = (value = aMigration()) => ({ status: 'fulfilled', value }) as const;
const refused = (reason: unknown = new ApiError(409, 'The key is not valid', null)) =>
  ({ status: 'rejected', reason }) as const;
const connections = ['Austin', 'Boulder', 'Waco'].map((name, id) => ({ id, name }));
const of = (...results: Parameters<typeof gather>[1]) =>
  gather(connections.slice(0, results.length), results);

describe('Creating migrations', () => {
  test('When one was created, then the toast names it', () => {
    expect(createdToast(of(created())).description).toContain('#12 of Summit Roofing');
    expect(createdToast(of(created(), created())).description).toBe('Successfully created 2 migration(s)');
  });

  test('When dry runs were created, then the toast says so', () => {
    const plan = created(aMigration({ dryRun: true }));
    expect(createdToast(of(plan))).toEqual({
      title: 'Dry run created',
      description: 'Dry run #12 of Summit Roofing - Denver is on its way.',
    });
    expect(createdToast(of(plan, plan)).description).toBe('Successfully created 2 dry run(s)');
  });

  test('When some failed, then the toast counts both, and it is known which ones failed and why', () => {
    const some = of(created(), refused(), created());
    expect(createdToast(some)).toEqual({
      tone: 'warning',
      title: 'Migration Created',
      description: 'Successfully created 2 migration(s) (1 failed)',
    });
    expect(some.failures.map((one) => [one.connection.name, whyNot(one)])).toEqual([
      ['Boulder', 'The key is not valid'],
    ]);
  });

  test('When no answer came, then it is said that it may be there anyway', () => {
    const [lost] = of(refused(new ConnectionError(null))).failures;
    expect(lost && whyNot(lost)).toContain('It may have been created anyway');
  });

  test('When all failed, then the title depends on how many were chosen', () => {
    expect(failureTitle(of(refused()))).toBe('Failed to create migration');
    expect(failedToast(of(refused(), refused()))).toEqual({
      tone: 'error',
      title: 'Error',
      description: 'Failed to create migrations',
    });
  });
});
