import { errorText, isMask, type TypedCredentials } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { StoredSecrets } from './stored-secrets.ts';

const withoutStored = {
  acculynxApiKey: 'connection.acculynx_key_too_short',
  hubspotPat: 'connection.hubspot_token_too_short',
} as const;
const fields = ['acculynxApiKey', 'hubspotPat'] as const;

/**
 * What a form sent, with the stored secrets in place of their masks; what was typed stays. Throws the field's own error for
 * a mask that stands for nothing, and `connection.not_found` when the company has no such connection.
 */
export async function unmasked<Typed extends Partial<TypedCredentials>>(
  typed: Typed,
  { companyId, connectionId }: { readonly companyId: string; readonly connectionId: number | undefined },
  stored: StoredSecrets,
): Promise<Typed> {
  const masked = fields.filter((field) => isMask(typed[field] ?? ''));
  const [first] = masked;
  if (first === undefined) return typed;
  if (connectionId === undefined) {
    const texts = masked.map((field) => [field, errorText(withoutStored[field])] as const);
    throw new AppError(withoutStored[first], { fields: Object.fromEntries(texts) });
  }
  const secrets = await stored({ companyId, connectionId });
  if (!secrets) throw new AppError('connection.not_found');
  return { ...typed, ...Object.fromEntries(masked.map((field) => [field, secrets[field]])) };
}
