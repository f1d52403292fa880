import {
  changePassword,
  confirmAccessRevoked,
  forgotPassword,
  inviteColleague,
  login,
  logout,
  openInvitation,
  register,
  resetPassword,
  signOutEverywhere,
} from '@ridgeline/contracts';

/** The paths that the gateway answers itself: it alone makes and ends sessions, and knows how often something was tried. */
export const gatewayEndpoints: readonly string[] = [
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
