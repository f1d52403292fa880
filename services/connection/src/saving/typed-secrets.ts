import { isMask, maskOfNothing, type VendorCredentials } from '@ridgeline/contracts';
import { fieldErrors } from '@ridgeline/kit';

/**
 * The credentials that a save means: what was typed, and what is stored in place of a mask and of what was left out. Throws
 * the error of each field whose mask stands for nothing stored.
 */
export function meantSecrets(
  typed: Readonly<Partial<Record<keyof VendorCredentials, string | undefined>>>,
  stored: VendorCredentials | null,
): VendorCredentials {
  const meant = (field: keyof VendorCredentials): string | undefined => {
    const text = typed[field];
    return text === undefined || isMask(text) ? stored?.[field] : text;
  };
  const [acculynxApiKey, hubspotPat] = [meant('acculynxApiKey'), meant('hubspotPat')];
  const noToken = hubspotPat === undefined ? [maskOfNothing.hubspotPat] : [];
  if (acculynxApiKey === undefined) throw fieldErrors(maskOfNothing.acculynxApiKey, noToken);
  if (hubspotPat === undefined) throw fieldErrors(maskOfNothing.hubspotPat, []);
  return { acculynxApiKey, hubspotPat };
}
