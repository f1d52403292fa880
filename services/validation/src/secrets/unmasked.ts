import { isMask, maskOfNothing, type TypedCredentials } from '@ridgeline/contracts';
import { AppError, fieldErrors } from '@ridgeline/kit';
import type { StoredSecrets } from './stored-secrets.ts';

const fields = ['acculynxApiKey', 'hubspotPat'] as const;

/** The connection that the masks belong to: the one being edited, or the one being copied. */
export interface MaskedSource {
  readonly companyId: string;
  readonly connectionId: number | undefined;
  readonly sourceConnectionId?: number | undefined;
}

/**
 * A form's values, with masks replaced by the stored secrets; typed values stay. Throws the field's own error for a mask
 * without a stored secret, `connection.not_found` when the company has no such connection, and `connection.source_deleted` if
 * it was to be copied.
 */
export async function unmasked<Typed extends Partial<TypedCredentials>>(
  typed: Typed,
  { companyId, connectionId, sourceConnectionId }: MaskedSource,
  stored: StoredSecrets,
): Promise<Typed> {
  const masked = fields.filter((field) => isMask(typed[field] ?? ''));
  const [first, ...others] = masked;
  if (first === undefined) return typed;
  const id = connectionId ?? sourceConnectionId;
  if (id === undefined)
    throw fieldErrors(
      maskOfNothing[first],
      others.map((field) => maskOfNothing[field]),
    );
  const secrets = await stored({ companyId, connectionId: id });
  if (!secrets)
    throw new AppError(id === connectionId ? 'connection.not_found' : 'connection.source_deleted');
  return { ...typed, ...Object.fromEntries(masked.map((field) => [field, secrets[field]])) };
}
