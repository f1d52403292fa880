/** The texts of email verification. */
export const verificationTexts = {
  title: 'Verify your email address',
  text: (email: string) =>
    `We sent a link to ${email}. Open it here to invite team members or to join a team. Everything else works without it.`,
  sent: (email: string) => ({
    title: 'Link sent',
    description: `A new link is on its way to ${email}. It works for 24 hours.`,
  }),
  failed: { title: 'The link was not sent', fallback: 'Please try again in a moment.' },
  verified: (email: string) => ({ title: 'Email verified', description: `${email} is verified.` }),
  notVerified: { title: 'Your email address was not verified', fallback: 'Please try again in a moment.' },
  signInFirst: {
    title: 'Sign in to verify your email address',
    text: 'Use the account that the link was sent to.',
  },
} as const;
