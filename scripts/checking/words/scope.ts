/** Paths that the check skips: its own phrases and their examples, and texts by other authors. */
export const ignoredPaths: readonly string[] = [
  'scripts/checking/words',
  'LICENSE',
  'CODE_OF_CONDUCT.md',
  'package-lock.json',
];

/**
 * Fixed texts that contain a phrase: the Unix user, and what is stored or sent under that name. A phrase inside one of them
 * does not count.
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
