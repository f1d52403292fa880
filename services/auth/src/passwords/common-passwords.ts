import { dictionary } from '@zxcvbn-ts/language-common';

/** The some 49,000 passwords that leaks show most often, in lower case (zxcvbn-ts' list, kept up to date there). */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a password is among those that are guessed first, in any case of its letters. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}
