import { emailSchema, personNameSchema } from '@ridgeline/contracts';
import { z } from 'zod';

import { checkWith, type FieldTexts } from '../../components/form/check.ts';

/** The forms hold passwords as typed; what is sent is protected, so these schemas are the forms' own. */
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
  const repeated = repeatedText(values);
  return { ...checkWith(registerSchema, values), ...(repeated ? { confirmPassword: repeated } : {}) };
}

function repeatedText({ password, confirmPassword }: RegisterValues): string | null {
  if (!confirmPassword) return 'Please confirm your password';
  return confirmPassword === password ? null : "Passwords don't match";
}

export const checkSignIn = (values: SignInValues): FieldTexts<SignInValues> =>
  checkWith(signInSchema, values);

/** The title of a failed registration: the server's word about missing fields has its own. */
export function registrationFailureTitle(code: string | null): string {
  return code === 'auth.email_and_password_required' ? 'Registration Error' : 'Registration failed';
}
