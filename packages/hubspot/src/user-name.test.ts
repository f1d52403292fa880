import { expect, test } from '@jest/globals';
import type { HubspotOutcome } from './hubspot-outcome.ts';
import { ownerSchema, userNameIn } from './user-name.ts';

const named = (owner: object) => userNameIn({ outcome: 'ok', value: ownerSchema.parse(owner) });

test('A user is called by name, or else by email address', () => {
  expect(named({ firstName: 'Rosa', lastName: 'Diaz', email: 'r@d.co' })).toMatchObject({
    value: 'Rosa Diaz',
  });
  expect(named({ lastName: 'Diaz' })).toMatchObject({ value: 'Diaz' });
  expect(named({ firstName: '', lastName: null, email: 'r@d.co' })).toMatchObject({ value: 'r@d.co' });
  expect(named({})).toMatchObject({ value: null });
});

test('A user whom HubSpot does not know, or whom the token may not ask for, has no name; a revoked token stays refused', () => {
  const refused = (status: 401 | 403): HubspotOutcome<never> => ({ outcome: 'refused', status, scopes: [] });
  expect(userNameIn(refused(403))).toEqual({ outcome: 'ok', value: null });
  expect(userNameIn(refused(401))).toEqual(refused(401));
});
