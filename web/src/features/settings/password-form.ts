import { ApiError, changePassword } from '@ridgeline/contracts';
import { useCallback } from 'react';
import { z } from 'zod';
import { useCommand } from '../../api/command.ts';
import { withProtectedPassword } from '../../api/password-protection.ts';
import { fieldErrorsByCode, checkWith, type FieldTexts } from '../../ui/form/field-texts.ts';
import { passwordTexts } from './texts.ts';

export interface PasswordValues {
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export const noPasswords: PasswordValues = { currentPassword: '', newPassword: '', confirmPassword: '' };

/** The form holds passwords as typed; what is sent is protected, so this schema is the form's own. */
const passwordSchema = z.object({
  currentPassword: z.string().min(1, 'auth.current_password_required'),
  newPassword: z.string().min(8, 'auth.password_too_short').max(256, 'auth.password_too_long'),
});

/** Checks a password change, including the repeated password. */
export function checkPasswords(values: PasswordValues): FieldTexts<PasswordValues> {
  const repeated = repeatedText(values);
  return { ...checkWith(passwordSchema, values), ...(repeated ? { confirmPassword: repeated } : {}) };
}

function repeatedText({ newPassword, confirmPassword }: PasswordValues): string | null {
  if (!confirmPassword) return passwordTexts.confirmRequired;
  return confirmPassword === newPassword ? null : passwordTexts.mismatch;
}

/** The field that an error code concerns, if the server did not name one. */
export const blamePassword = fieldErrorsByCode<PasswordValues>({
  'auth.current_password_required': 'currentPassword',
  'auth.current_password_wrong': 'currentPassword',
  'auth.password_too_short': 'newPassword',
  'auth.password_too_long': 'newPassword',
  'auth.password_common': 'newPassword',
  'auth.password_easy': 'newPassword',
});

/** Whether the password was changed, with an answer that cannot be read: 200, and no JSON (docs/decisions.md, 7). */
export function isUnreadableSuccess(error: unknown): boolean {
  return error instanceof SyntaxError;
}

/**
 * What a failed change of a password means: an answer that is neither JSON nor 200 is 'Invalid server response', which
 * wins over the generic rule of showing its text (docs/decisions.md, 7).
 */
export function passwordFailure(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.body !== null || isJson(error.message)) return error;
  return new ApiError(error.status, passwordTexts.invalidAnswer, null, error.retryAfterSeconds);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Changes one's own password; every other session of the account ends. Throws like the client. */
export function useChangePassword(): (currentPassword: string, newPassword: string) => Promise<void> {
  const change = useCommand(changePassword);
  return useCallback(
    async (currentPassword, newPassword) => {
      try {
        await withProtectedPassword(currentPassword, (current) =>
          withProtectedPassword(newPassword, (next) =>
            // Of this call alone: a key that cannot be read changes nothing.
            change({ body: { currentPassword: current, newPassword: next } }).catch((error: unknown) => {
              if (!isUnreadableSuccess(error)) throw error;
            }),
          ),
        );
      } catch (error) {
        throw passwordFailure(error);
      }
    },
    [change],
  );
}
