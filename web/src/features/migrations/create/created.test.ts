import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@ridgeline/contracts';
import { aMigration } from '../../../testing/a-migration.ts';
import { createdToast, failureTitle, gather } from './created.ts';

const created = (value = aMigration()) => ({ status: 'fulfilled', value }) as const;
const refused = () =>
  ({ status: 'rejected', reason: new ApiError(409, 'The key is not valid', null) }) as const;

describe('Creating migrations', () => {
  test('When one was created, then the toast names it', () => {
    expect(createdToast(gather([created()])).description).toContain('#12 of Summit Roofing');
  });

  test('When some failed, then the toast counts both and says why', () => {
    const toast = createdToast(gather([created(), refused(), created()]));
    expect(toast.description).toBe('Successfully created 2 migration(s) (1 failed). The key is not valid');
  });

  test('When all failed, then the title depends on how many were chosen', () => {
    expect(failureTitle(gather([refused()]))).toBe('Failed to create migration');
    expect(failureTitle(gather([refused(), refused()]))).toBe('Failed to create migrations');
  });
});
