import { ApiError, ConnectionError, emailSchema, errorText, personNameSchema } from '@ridgeline/contracts';
import { z } from 'zod';
import { checkWith, type FieldTexts } from '../../ui/form/field-texts.ts';
import { passwordTexts, registrationTexts } from './texts.ts';

/** The sign-in page has one draft: the typed email carries over from form to form. */
export const accountDraft = 'account';

/** The forms hold passwords in plain text but send them protected, so their schemas differ from the contract's. */
const signInSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, 'auth.password_required'),
  rememberMe: z.boolean(),
});
export type SignInValues = z.infer<typeof signInSchema>;

const registerSchema = z.object({
  email: emailSchema,
  password: z
    .string()
    .min(1, 'auth.password_required')
    .min(8, 'auth.password_too_short')
    .max(256, 'auth.password_too_long'),
  firstName: personNameSchema,
  lastName: personNameSchema,
});

export interface RegisterValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/** Checks the registration form, the repeated password too. */
export function checkRegistration(values: RegisterValues): FieldTexts<RegisterValues> {
  return { ...checkWith(registerSchema, values), ...repeatedText(values) };
}

/** One message instead of two when both fields are empty and both say so (docs/decisions.md, 2); else null. */
export function missingBothText(
  { email, password }: Pick<RegisterValues, 'email' | 'password'>,
  errors: FieldTexts<RegisterValues>,
): string | null {
  const missing = email.trim() === '' && password === '';
  const told = errors.email !== undefined && errors.password !== undefined;
  return missing && told ? errorText('auth.email_and_password_required') : null;
}

interface Repeated {
  readonly password: string;
  readonly confirmPassword: string;
}

function repeatedText({ password, confirmPassword }: Repeated): { confirmPassword?: string } {
  if (!confirmPassword) return { confirmPassword: passwordTexts.confirmRequired };
  return confirmPassword === password ? {} : { confirmPassword: passwordTexts.mismatch };
}

export const checkSignIn = (values: SignInValues): FieldTexts<SignInValues> =>
  checkWith(signInSchema, values);

const forgotSchema = z.object({ email: emailSchema });
export type ForgotValues = z.infer<typeof forgotSchema>;

export const checkForgot = (values: ForgotValues): FieldTexts<ForgotValues> =>
  checkWith(forgotSchema, values);

/** By a link of a mail six characters are enough; everywhere else it is eight. */
const newPasswordSchema = z.object({
  password: z.string().min(6, 'auth.reset_password_too_short').max(256, 'auth.password_too_long'),
});

/** Checks a password set with an emailed link, including its repetition. */
export function checkNewPassword(values: Repeated): FieldTexts<Repeated> {
  return { ...checkWith(newPasswordSchema, values), ...repeatedText(values) };
}

/** The title of a failed registration. */
export function registrationFailureTitle(error: unknown): string {
  const answered = error instanceof ApiError || error instanceof ConnectionError;
  const missing = error instanceof ApiError && error.code === 'auth.email_and_password_required';
  return answered && !missing ? registrationTexts.failed.title : registrationTexts.unexpected;
}
