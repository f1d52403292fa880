import type { Activity, ActivityAction } from '@ridgeline/contracts';

/** What was done, as administrators read it; in the order of the filter. */
export const actionTexts: Readonly<Record<ActivityAction, string>> = {
  'sign-in': 'Sign-in',
  'sign-out': 'Sign-out',
  'sign-out-everywhere': 'Sign-out everywhere',
  registration: 'Registration',
  'email-verified': 'Email verified',
  'password-forgotten': 'Password forgotten',
  'password-reset': 'Password reset by email',
  'password-change': 'Password change',
  'profile-change': 'Profile change',
  'invitation-sent': 'Invitation sent',
  'invitation-withdrawn': 'Invitation withdrawn',
  'invitation-accepted': 'Invitation accepted',
  'member-removed': 'Member removed',
  'user-change': 'User edited',
  'user-password-reset': 'Password reset by administrator',
  'access-revoked': 'Access revoked',
  'access-restored': 'Access restored',
  'access-revoked-confirmed': 'Revocation confirmed',
  'access-denied': 'Access denied',
  'users-read': 'Users viewed',
  'activity-read': 'Activity viewed',
  'activity-exported': 'Activity exported',
  'connection-created': 'Connection created',
  'connection-changed': 'Connection changed',
  'connection-renamed': 'Connection renamed',
  'connection-deleted': 'Connection deleted',
  'connection-address-renewed': 'Webhook address replaced',
  'connection-subscribed-again': 'Webhook subscribed again',
  'connection-tested': 'Connection tested',
  'credentials-tested': 'Credentials tested',
  'hubspot-properties-created': 'HubSpot properties created',
  'migration-created': 'Migration created',
  'migration-cancelled': 'Migration cancelled',
  'migration-paused': 'Migration paused',
  'migration-resumed': 'Migration resumed',
  'migration-exported': 'Migration exported',
  'migration-checked': 'Migration checked',
  'dry-run-created': 'Dry run created',
  'plan-run-created': 'Plan run',
  'retry-created': 'Retry created',
  'undo-created': 'Undo created',
  'duplicate-answered': 'Possible duplicate answered',
  'duplicate-answer-taken-back': 'Duplicate answer taken back',
  'processes-cleaned-up': 'Processes cleaned up',
  'sync-retried': 'Auto-sync retried',
  'companies-viewed': 'Companies viewed',
};

interface Party {
  readonly id: number | null;
  readonly email: string | null;
}

/** Who did something or whom it concerned; a number where the email is not known. */
export function partyText(party: Party | null): string | null {
  if (!party) return null;
  return party.email ?? (party.id === null ? null : `User #${party.id}`);
}

/** Who did something; automatic actions have no user. */
export const actorText = ({ actor, action }: Pick<Activity, 'actor' | 'action'>): string =>
  partyText(actor) ?? (action === 'connection-subscribed-again' ? 'Automatic' : 'Unknown');

/** Browser markers, the most specific first: each user agent also contains the markers below its own. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Chrome on Windows'; without a known browser or system, the user agent itself, shortened. */
export function deviceText(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const named = (marks: typeof browsers) => marks.find(([mark]) => mark.test(userAgent))?.[1];
  const parts = [named(browsers), named(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' on ') : shortened(userAgent);
}

const longest = 32;

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
