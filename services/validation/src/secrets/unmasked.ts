import { isMask, maskOfNothing, type TypedCredentials } from '@ridgeline/contracts';
import { AppError, fieldErrors } from '@ridgeline/kit';
import type { StoredSecrets } from './stored-secrets.ts';

const fields = ['acculynxApiKey', 'hubspotPat'] as const;

/** Of which connection the masks are: the one that is edited, or the one that is copied. */
export interface MaskedSource {
  readonly companyId: string;
  readonly connectionId: number | undefined;
  readonly sourceConnectionId?: number | undefined;
}

/**
 * What a form sent, with the stored secrets in place of their masks; what was typed stays. Throws the field's own error for
 * a mask that stands for nothing, `connection.not_found` when the company has no such connection, and
 * `connection.source_deleted` when that was to be copied.
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
