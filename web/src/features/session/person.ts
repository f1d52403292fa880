import { visibleName, type User } from '@ridgeline/contracts';

type Named = Pick<User, 'email' | 'firstName' | 'lastName'>;

const trimmed = (name: string | null): string[] => (name?.trim() ? [name.trim()] : []);

const localPart = (email: string): string => email.split('@')[0] ?? email;

/** First and last name, or null when both are empty. */
export function fullName({ firstName, lastName }: Named): string | null {
  return [firstName, lastName].flatMap((name) => trimmed(name)).join(' ') || null;
}

/** The label of an avatar: the full name, else the email. */
export const personLabel = (person: Named): string =>
  fullName(person) ?? (person.email.trim() || 'Unknown User');

/**
 * Initials for the avatar: of the names; else of the email's local part split on dot, underscore or hyphen; else the
 * first two letters of the email; else '?'.
 */
export function initials(user: Named): string {
  const name = fullName(user);
  if (name) {
    const letters = [user.firstName, user.lastName].map((part) => firstLetter(part?.trim() ?? ''));
    return letters.join('').toUpperCase();
  }
  const email = user.email.trim();
  const parts = localPart(email).split(/[._-]/).filter(Boolean);
  if (parts.length > 1) return parts.slice(0, 2).map(firstLetter).join('').toUpperCase();
  return email.slice(0, 2).toUpperCase() || '?';
}

/** The first visible letter: a name may begin with any character, also with an invisible one. */
const firstLetter = (text: string): string => {
  const [first] = new Intl.Segmenter('en').segment(visibleName(text));
  return first?.segment ?? '';
};

/** How a person is greeted: by name, else by the email's local part. */
export function greetingName(user: Named): string {
  const [name = localPart(user.email)] = trimmed(user.firstName);
  return name;
}
