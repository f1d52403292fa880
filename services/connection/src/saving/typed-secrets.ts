import { isMask, maskOfNothing, type VendorCredentials } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';

type Field = keyof VendorCredentials;

const fields = ['acculynxApiKey', 'hubspotPat'] as const satisfies readonly Field[];

/**
 * The credentials that a save means: what was typed, and what is stored in place of a mask and of what was left out. Throws
 * the error of each field whose mask stands for nothing stored.
 */
export function meantSecrets(
  typed: Readonly<Partial<Record<Field, string | undefined>>>,
  stored: VendorCredentials | null,
): VendorCredentials {
  const ofField = (field: Field): string | undefined => {
    const text = typed[field];
    return text === undefined || isMask(text) ? stored?.[field] : text;
  };
  const [acculynxApiKey, hubspotPat] = fields.map(ofField);
  if (acculynxApiKey !== undefined && hubspotPat !== undefined) return { acculynxApiKey, hubspotPat };
  const missing = fields.filter((field) => ofField(field) === undefined);
  const { code, text } = maskOfNothing[missing[0] ?? 'acculynxApiKey'];
  throw new AppError(code, {
    text,
    fields: Object.fromEntries(missing.map((field) => [field, maskOfNothing[field].text])),
  });
}
