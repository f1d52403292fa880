import { expect, test } from '@jest/globals';
import { deletedToast } from './DeleteDialog.tsx';

test('When the subscription was removed, then the toast says so', () => {
  expect(deletedToast({ webhookDisabled: true, subscriptionId: 'b1d6' })).toEqual({
    title: 'Connection deleted',
    description: 'Acculynx subscription was also disabled.',
  });
});

test('When it could not be removed, then the toast names it and says that it may need manual removal', () => {
  expect(deletedToast({ webhookDisabled: false, subscriptionId: 'b1d6' }).description).toBe(
    'Acculynx subscription b1d6 could not be disabled and may need manual removal.',
  );
});

test('When there was none, or that is unknown, then the toast adds nothing', () => {
  expect(deletedToast({ webhookDisabled: false, subscriptionId: null })).toEqual({
    title: 'Connection deleted',
  });
  expect(deletedToast({})).toEqual({ title: 'Connection deleted' });
});
