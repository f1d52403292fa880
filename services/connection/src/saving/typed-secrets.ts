import { isMask, missingSecret, type VendorCredentials } from '@ridgeline/contracts';
import { fieldError } from '@ridgeline/kit';

/**
 * The credentials that a save means: what was typed, and what is stored in place of a mask and of what was left out. Throws
 * the field's own error for a mask without anything stored.
 */
export function meantSecrets(
  typed: Readonly<Partial<Record<keyof VendorCredentials, string | undefined>>>,
  stored: VendorCredentials | null,
): VendorCredentials {
  const meant = (field: keyof VendorCredentials): string => {
    const text = typed[field];
    if (text !== undefined && !isMask(text)) return text;
    if (stored) return stored[field];
    throw fieldError(field, missingSecret[field]);
  };
  return { acculynxApiKey: meant('acculynxApiKey'), hubspotPat: meant('hubspotPat') };
}
