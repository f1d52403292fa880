import { fieldError } from '@ridgeline/kit';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The 49,000 or so most common passwords in leaks, in lower case (maintained by zxcvbn-ts). */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** Whether a password is among those that are guessed first, regardless of case. */
function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Longer passwords are rejected rather than truncated. */
const maxLength = 256;

/** What a new password must be where it is set: the reset link asks for 6 characters, all else for 8. */
interface PasswordRule {
  readonly minLength: number;
  readonly tooShort: 'auth.password_too_short' | 'auth.reset_password_too_short' | 'user.password_too_short';
}

const ordinaryRule: PasswordRule = { minLength: 8, tooShort: 'auth.password_too_short' };
/** The rule for administrators, whose error the specification words differently. */
export const administratorRule: PasswordRule = { minLength: 8, tooShort: 'user.password_too_short' };
export const resetLinkRule: PasswordRule = { minLength: 6, tooShort: 'auth.reset_password_too_short' };

/** What a new password is checked against. */
interface NewPassword {
  /** The user of the new password. */
  readonly email: string;
  /** The field to which an error is attached. */
  readonly field?: string;
  readonly rule?: PasswordRule;
}

/** Whether a password is what an attacker who only knows the email tries first. */
function isEasy(password: string, email: string): boolean {
  const [localPart = ''] = email.split('@');
  return (
    new Set(Array.from(password)).size === 1 ||
    [email, localPart].some((easy) => easy.toLowerCase() === password.toLowerCase())
  );
}

/**
 * Rejects an unsuitable new password with an error on its field. Lengths are counted in code points, so that most emoji count
 * as one character.
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
