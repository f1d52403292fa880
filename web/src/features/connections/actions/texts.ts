/** The texts of actions on a connection; those from the specification are verbatim. */
export const renameTexts = {
  title: 'Rename Connection',
  done: 'Connection renamed',
  failed: { title: 'Error', fallback: 'Failed to rename connection' },
} as const;

export const deleteTexts = {
  confirm: 'Delete connection',
  confirmWithMigrations: 'Delete and cancel migrations',
  keep: 'Keep connection',
  /** Short, so that both buttons fit side by side on a phone. */
  keepWithMigrations: 'Keep it',
  done: 'Connection deleted',
  subscriptionDisabled: 'Acculynx subscription was also disabled.',
  failed: { title: 'Failed to delete connection', fallback: 'An unknown error occurred' },
} as const;

export const newAddressTexts = {
  confirm: 'Create new address',
  keep: 'Keep address',
  done: 'Webhook address changed',
  oldOne: 'The old address keeps working for 24 hours.',
  failed: { title: 'Could not change the webhook address', fallback: 'The old address still works.' },
} as const;

export const savedTexts = {
  created: 'Connection created',
  updated: 'Connection updated',
  /** An administrator chose another company: no user of this one sees it. */
  elsewhere: (companyId: string) => `It belongs to company ${companyId}, whose users can now see it.`,
  duplicated: { title: 'Connection Duplicated', duration: 3_000 },
} as const;

/** A link names a connection that does not exist. */
export const goneTexts = {
  title: 'Connection Not Found',
  text: 'There is no such connection in your company. It may have been deleted.',
} as const;
