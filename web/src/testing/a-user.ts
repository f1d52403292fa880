import type { ManagedUser } from '@ridgeline/contracts';

/** A user as administrators see them, with the given differences. */
export const aUser = (difference: Partial<ManagedUser> = {}): ManagedUser => ({
  id: 12,
  username: 'dana@summit.example',
  email: 'dana@summit.example',
  firstName: 'Dana',
  lastName: null,
  companyId: 'summit',
  administrator: false,
  emailVerified: true,
  accessRevoked: false,
  accessRevokedReason: null,
  createdAt: '2025-01-02T12:00:00.000Z',
  lastSignInAt: null,
  ...difference,
});
