/** The words of User Management; those of the specification verbatim. */
export const userNoun = { one: 'user', many: 'users' } as const;

export const deniedTexts = {
  title: 'Access Denied',
  text: 'This page is only accessible to system administrators.',
  back: 'Return to Dashboard',
} as const;

export const editTexts = {
  failed: { title: 'Update failed', fallback: 'Failed to update user' },
  updated: 'User updated',
} as const;

export const resetTexts = {
  mismatch: { title: 'Password mismatch', text: 'The passwords you entered do not match' },
  tooShort: { title: 'Password too short', text: 'Password must be at least 8 characters long' },
  failed: { title: 'Password reset failed', fallback: 'Failed to reset password' },
  done: 'Password reset',
} as const;

export const accessTexts = {
  revoked: 'Access revoked',
  restored: 'Access restored',
  failed: editTexts.failed,
} as const;
