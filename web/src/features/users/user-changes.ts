import { userChangeSchema, type ManagedUser } from '@ridgeline/contracts';
import { checkWith, type FieldTexts } from '../../ui/form/blame.ts';

/** What an administrator can edit, as it stands in the form. */
export interface UserValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly companyId: string;
}

type Stored = Pick<ManagedUser, 'firstName' | 'lastName' | 'email' | 'companyId'>;

export const valuesOf = ({ firstName, lastName, email, companyId }: Stored): UserValues => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
  email,
  companyId,
});

/** What is sent: only fields that are not empty and differ from what is stored. */
export function changesOf(stored: Stored, values: UserValues): Partial<UserValues> {
  const before: Readonly<Record<string, string>> = { ...valuesOf(stored) };
  const changed = Object.entries(values).flatMap(([name, value]: [string, string]) => {
    const trimmed = value.trim();
    return trimmed === '' || trimmed === before[name] ? [] : [[name, trimmed] as const];
  });
  return Object.fromEntries(changed);
}

/** Checks what would be sent. */
export const checkChanges = (stored: Stored, values: UserValues): FieldTexts<UserValues> =>
  checkWith(userChangeSchema, changesOf(stored, values));
