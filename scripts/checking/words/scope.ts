/** The folders and files that the check covers, as paths from the root. The list grows until it is the whole tree. */
export const coveredPaths: readonly string[] = [
  ...['packages', 'gateway', 'simulators', 'load', 'scripts', 'charts', 'k8s', 'proto'],
  ...['services/auth', 'services/connection'],
];

/** What the check leaves out of them: its own phrases and their examples. */
export const ignoredPaths: readonly string[] = ['scripts/checking/words'];

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
