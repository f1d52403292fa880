import { ApiError, errorText, type ErrorCode, type VendorCredentials } from '@ridgeline/contracts';
import type { CredentialCheck } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';

interface Problem {
  readonly code: ErrorCode;
  readonly text: string;
  /** The field that a person can mend; null when the vendor is out of reach. */
  readonly field: keyof VendorCredentials | null;
}

const codes = {
  acculynx: {
    field: 'acculynxApiKey',
    refused: 'connection.acculynx_refused',
    // AccuLynx' keys have no scopes (vendors/acculynx.md, 1.1): one without permissions is one that is not accepted.
    scope_missing: 'connection.acculynx_refused',
    unreachable: 'connection.acculynx_unreachable',
  },
  hubspot: {
    field: 'hubspotPat',
    refused: 'connection.hubspot_refused',
    scope_missing: 'connection.hubspot_scope_missing',
    unreachable: 'connection.hubspot_unreachable',
  },
} as const;

function problemOf(vendor: keyof CredentialCheck, check: CredentialCheck): Problem | null {
  const result = check[vendor];
  if (result.verdict === 'valid') return null;
  const code = codes[vendor][result.verdict];
  const scopes = result.verdict === 'scope_missing' ? result.scopes : [];
  return {
    code,
    text: scopes.length > 0 ? `${errorText(code)}: ${scopes.join(', ')}` : errorText(code),
    field: result.verdict === 'unreachable' ? null : codes[vendor].field,
  };
}

/**
 * Why credentials cannot be saved, as the error to answer with; null when both are valid. What a person can mend goes
 * before what only time mends, and each wrong field has its own text.
 */
export function credentialProblem(check: CredentialCheck): AppError | null {
  const problems = [problemOf('acculynx', check), problemOf('hubspot', check)].filter(
    (problem) => problem !== null,
  );
  const first = problems.find(({ field }) => field !== null) ?? problems[0];
  if (!first) return null;
  const fields: Record<string, string> = {};
  for (const { field, text } of problems) if (field) fields[field] = text;
  return new AppError(first.code, { text: first.text, fields });
}

const waits = ['connection.checks_paused', 'request.too_many'] as const satisfies ErrorCode[];

/** Why no check was made, as the error to answer with: the person has tried too much, or validation is out of reach. */
export function failedCheck(cause: unknown): AppError {
  const refusal = cause instanceof ApiError ? cause : null;
  const code = waits.find((wait) => wait === refusal?.code);
  if (code === undefined)
    return new AppError('server.unavailable', { details: { dependency: 'validation' }, cause });
  return new AppError(code, { cause, retryAfterSeconds: refusal?.retryAfterSeconds ?? 1 });
}
