/** The words of the team card. */
export const inviteTexts = {
  sent: (email: string) => ({
    title: 'Invitation sent',
    description: `${email} can join your company within seven days.`,
  }),
  failed: { title: 'The invitation was not sent', fallback: 'Please try again in a moment.' },
} as const;

export const removeTexts = {
  question: (name: string) => `Remove ${name} from the team?`,
  consequence:
    'Every device that is signed in with that account is signed out immediately. The user keeps the account, in a new company without connections, and gets an email about it.',
  stays:
    'Connections and migrations stay with your company, no matter who created them; running migrations continue. You can invite the user again.',
  done: (name: string) => ({ title: 'Member removed', description: `${name} is no longer in your team.` }),
  failed: { title: 'The member was not removed', fallback: 'Please try again in a moment.' },
} as const;

export const withdrawTexts = {
  done: (email: string) => ({
    title: 'Invitation withdrawn',
    description: `The link that was sent to ${email} no longer works.`,
  }),
  failed: { title: 'The invitation was not withdrawn', fallback: 'Please try again in a moment.' },
} as const;
