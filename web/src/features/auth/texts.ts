/** The texts of sign-in and accounts; those from the specification are verbatim. */
export const signInTexts = {
  failed: { title: 'Login failed', fallback: 'An error occurred during login' },
  done: (name: string) => ({ title: 'Login successful', description: `Welcome back, ${name}!` }),
} as const;

export const registrationTexts = {
  failed: { title: 'Registration failed', fallback: 'An error occurred during registration' },
  /** When the server misses the email or the password, and when an unexpected error occurs. */
  unexpected: 'Registration Error',
  done: (name: string) => ({ title: 'Registration successful', description: `Welcome, ${name}!` }),
} as const;

export const expiredTexts = {
  title: 'Session Expired',
  notice: 'Please log in again to continue.',
  toast: 'Your session has expired. Please log in again.',
} as const;

export const forgotTexts = {
  title: 'Reset Password',
  purpose: 'We send you a link to set a new password. It works once, for 30 minutes.',
  failed: { title: 'Error', fallback: 'Failed to process password reset request.' },
  done: {
    title: 'Password Reset Email Sent',
    description: 'If your email is registered, you will receive instructions to reset your password.',
  },
} as const;

export const newPasswordTexts = {
  title: 'Set New Password',
  purpose: 'Everyone signed in to your account is signed out.',
  signedInAs: (email: string) => `You are signed in here as ${email}, and will be signed out.`,
  failed: { title: 'Error', fallback: 'Failed to reset password.' },
  brokenLink: 'Invalid reset token or user ID.',
  done: {
    title: 'Password Reset Successful',
    description: 'Sign in with your new password from now on.',
  },
} as const;

export const passwordTexts = {
  confirmRequired: 'Please confirm your password',
  mismatch: "Passwords don't match",
} as const;

export const joinTexts = {
  heading: 'Join a team',
  consequence: (email: string) =>
    `invited you to work together in one company. If you accept as ${email}, you leave your present company: its connections and migrations stay there, and you no longer see them.`,
  verifyFirst: {
    title: 'Verify your email address first',
    text: 'Open the link that we sent you, then open the invitation again.',
  },
  done: (name: string) => ({ title: 'Team joined', description: `You work together with ${name} now.` }),
  failed: { title: 'The invitation was not accepted', fallback: 'Please try again in a moment.' },
} as const;

export const invitationTexts = {
  invited: 'invited you',
  text: (email: string, until: string) =>
    `Create an account for ${email}, and you work together in one company. The invitation is good until ${until}.`,
  emailHelp: 'The invitation was sent to this address',
  over: 'Invitation not valid',
  accountExists: 'You have an account already',
  overAdvice: 'You can sign in with the account that you have, or create one with a company of its own.',
  unread: { title: 'The invitation could not be opened', fallback: 'Please try again in a moment.' },
} as const;
