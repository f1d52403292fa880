import { ApiError, type ApiClient, type ErrorCode, type VendorCredentials } from '@ridgeline/contracts';
import {
  dealTargetOf,
  readConnectionFacts,
  type ConnectionFacts,
  type DealTarget,
  type KnownAccounts,
} from '@ridgeline/contracts/internal';
import { AppError, originHeaders, type Actor } from '@ridgeline/kit';

/** The accounts to read, and the save that they are read for. */
export interface FactsOrder {
  readonly by: Actor;
  readonly credentials: VendorCredentials;
  readonly operationId: string | undefined;
  /** Whether a user typed a credential for this save. */
  readonly isTyped: boolean;
  /** The accounts that the credentials must belong to. */
  readonly known: KnownAccounts;
  readonly deals: DealTarget;
}

/** The errors of validation that reject a save; any other error is our own. */
function problemOf(cause: unknown): AppError {
  const told = cause instanceof ApiError ? cause : null;
  const code: ErrorCode | undefined = readConnectionFacts.errors.find((known) => known === told?.code);
  if (told === null || code === undefined)
    return new AppError('server.unavailable', { details: { dependency: 'validation' }, cause });
  const wait = told.retryAfterSeconds;
  return new AppError(code, {
    text: told.message,
    fields: told.fields,
    cause,
    ...(wait === null ? {} : { retryAfterSeconds: wait }),
  });
}

/** Has validation try both credentials and read both accounts. Throws the error that rejects the save. */
export async function readFacts(
  validation: ApiClient,
  { by, credentials, operationId, isTyped, known, deals }: FactsOrder,
): Promise<ConnectionFacts> {
  const { acculynxApiKey, hubspotPat } = credentials;
  const { acculynxCompanyId, hubSpotPortalId } = known;
  const body = {
    acculynxApiKey,
    hubspotPat,
    companyId: by.user.companyId,
    operationId: operationId ?? null,
    isTyped,
    ...dealTargetOf(deals),
    acculynxCompanyId,
    hubSpotPortalId,
  };
  const headers = originHeaders(by.origin);
  return validation(readConnectionFacts, { body }, { headers }).catch((cause: unknown) => {
    throw problemOf(cause);
  });
}
