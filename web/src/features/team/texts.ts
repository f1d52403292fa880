/** The words of the team card. */
export const inviteTexts = {
  sent: (email: string) => ({
    title: 'Invitation sent',
    description: `${email} can join your company within seven days.`,
  }),
  failed: { title: 'The invitation was not sent', fallback: 'Please try again in a moment.' },
} as const;

export const withdrawTexts = {
  done: (email: string) => ({
    title: 'Invitation withdrawn',
    description: `The link that was sent to ${email} no longer works.`,
  }),
  failed: { title: 'The invitation was not withdrawn', fallback: 'Please try again in a moment.' },
} as const;
