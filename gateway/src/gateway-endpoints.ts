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

/** Paths that the gateway answers itself: it alone makes and ends sessions, and knows how often something was tried. */
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

/** All paths that no service answers. A save's steps are put together here, where they pass by. */
export const gatewayEndpoints: readonly string[] = [...sessionEndpoints, getSaveOperation.path];
