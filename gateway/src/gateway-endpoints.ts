import {
  changePassword,
  confirmAccessRevoked,
  forgotPassword,
  getSaveOperation,
  inviteColleague,
  login,
  logout,
  openInvitation,
  register,
  resetPassword,
  signOutEverywhere,
} from '@ridgeline/contracts';

/** Paths that the gateway answers itself: only the gateway creates and ends sessions, and counts attempts. */
export const sessionEndpoints: readonly string[] = [
  login,
  register,
  logout,
  signOutEverywhere,
  forgotPassword,
  resetPassword,
  changePassword,
  inviteColleague,
  openInvitation,
  confirmAccessRevoked,
].map(({ path }) => path);

/** All paths that no service answers. The gateway collects a save's steps from the events that it consumes. */
export const gatewayEndpoints: readonly string[] = [...sessionEndpoints, getSaveOperation.path];
