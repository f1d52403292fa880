/** What the check leaves out of the tree: its own phrases and their examples, and a text that others wrote. */
export const ignoredPaths: readonly string[] = [
  'scripts/checking/words',
  'LICENSE',
  'CODE_OF_CONDUCT.md',
  'package-lock.json',
];

/**
 * Texts that are fixed elsewhere and contain a phrase: the Unix user, and what is stored or sent under that name. A phrase
 * inside one of them does not count.
 */
export const fixedTexts: readonly string[] = [
  'else `nobody`, which every machine',
  "accounts.get('nobody')",
  'nor a nobody account',
  // The folder of services/auth.
  '`mails`',
  // AccuLynx' answer.
  'The e-mail address was not found.',
];
