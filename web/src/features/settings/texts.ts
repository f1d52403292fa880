/** The words of the settings; those of the specification verbatim. */
export const profileTexts = {
  title: 'Profile Information',
  emailNote: 'Email cannot be changed',
  companyNote: 'Company ID is provided by the team',
  updated: { title: 'Profile updated', description: 'Your name is saved.' },
  failed: { title: 'Error updating profile', fallback: 'There was an error updating your profile' },
} as const;

export const passwordTexts = {
  title: 'Change Password',
  purpose: 'Every other device that is signed in with your account is signed out.',
  confirmRequired: 'Please confirm your new password',
  mismatch: "Passwords don't match",
  updated: {
    title: 'Password updated',
    description: 'You stay signed in here; every other device is signed out.',
  },
  failed: { title: 'Error updating password', fallback: 'There was an error updating your password' },
  invalidAnswer: 'Invalid server response',
} as const;

export const signOutTexts = {
  title: 'Sign out everywhere',
  purpose:
    'Lost a phone, or left a shared computer signed in? End every session of your account, on this device too.',
  question: 'Sign out everywhere?',
  consequence:
    'Every device that is signed in with your account is signed out immediately, this one too. You sign in again with your password; running migrations continue.',
  done: { title: 'Signed out everywhere', description: 'Every session of your account has ended.' },
  failed: { title: 'Logout failed', fallback: 'Your sessions could not be ended.' },
} as const;
