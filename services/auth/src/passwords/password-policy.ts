import { fieldError } from '@ridgeline/kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The some 49,000 passwords that leaks show most often, in lower case (zxcvbn-ts' list, kept up to date there). */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a password is among those that are guessed first, in any case of its letters. */
function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Longer ones are refused rather than cut. */
const maxLength = 256;

/** What a new password must be where it is set: the reset link asks for 6 characters, all else for 8. */
interface PasswordRule {
  readonly minLength: number;
  readonly tooShort: 'auth.password_too_short' | 'auth.reset_password_too_short' | 'user.password_too_short';
}

const ordinaryRule: PasswordRule = { minLength: 8, tooShort: 'auth.password_too_short' };
/** By an administrator, for whom the specification words it otherwise. */
export const administratorRule: PasswordRule = { minLength: 8, tooShort: 'user.password_too_short' };
export const resetLinkRule: PasswordRule = { minLength: 6, tooShort: 'auth.reset_password_too_short' };

/** What a new password is checked against. */
interface NewPassword {
  /** The user of the new password. */
  readonly email: string;
  /** Beside which field a refusal stands. */
  readonly field?: string;
  readonly rule?: PasswordRule;
}

/** What is tried first with an account of which nothing but the email is known. */
function isEasy(password: string, email: string): boolean {
  const [localPart = ''] = email.split('@');
  return (
    new Set(Array.from(password)).size === 1 ||
    [email, localPart].some((easy) => easy.toLowerCase() === password.toLowerCase())
  );
}

/**
 * Refuses a new password beside its field. Lengths count characters as people see code points, so that an emoji is one.
 */
export function checkNewPassword(
  password: string,
  { email, field = 'password', rule = ordinaryRule }: NewPassword,
): void {
  const length = Array.from(password).length;
  if (length === 0) throw fieldError(field, 'auth.password_required');
  if (length < rule.minLength) throw fieldError(field, rule.tooShort);
  if (length > maxLength) throw fieldError(field, 'auth.password_too_long');
  if (isCommonPassword(password)) throw fieldError(field, 'auth.password_common');
  if (isEasy(password, email)) throw fieldError(field, 'auth.password_easy');
}
