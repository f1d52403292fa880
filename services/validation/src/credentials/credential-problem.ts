import type { AcculynxFacts, HubspotFacts } from '@ridgeline/contracts/internal';
import type { Vendor } from '@ridgeline/governed-vendors';
import type { AppError } from '@ridgeline/kit';
import { missingScope, refusedCredential, unreachableVendor } from '../vendor-error.ts';

/** A vendor's verdict on a credential: a refusal is a result, not an error. */
type Verdict<Facts> =
  | { readonly verdict: 'valid'; readonly facts: Facts }
  | { readonly verdict: 'refused'; readonly reason: string }
  | { readonly verdict: 'scope_missing'; readonly scopes: readonly string[] }
  | { readonly verdict: 'unreachable'; readonly reason: string };

/** Both credentials, after they were actually tried at the vendors. */
export interface CredentialCheck {
  readonly acculynx: Verdict<AcculynxFacts>;
  readonly hubspot: Verdict<HubspotFacts>;
}

type Unusable = Exclude<Verdict<unknown>, { verdict: 'valid' }>;

/** Why a credential cannot be used, as the error to answer with. */
export function credentialProblem(vendor: Vendor, verdict: Unusable): AppError {
  switch (verdict.verdict) {
    case 'refused':
      return refusedCredential(vendor);
    case 'scope_missing':
      return missingScope(verdict.scopes);
    case 'unreachable':
      return unreachableVendor(vendor, verdict.reason);
  }
}

/** What a check shows about a credential: whether it is valid, and if not, why, in words for users. */
export interface CredentialFinding {
  readonly verdict: 'valid' | 'invalid' | 'unknown';
  readonly reason: string | null;
}

/** An unreachable vendor says nothing about the credential. */
export function findingOf(vendor: Vendor, verdict: Verdict<unknown>): CredentialFinding {
  if (verdict.verdict === 'valid') return { verdict: 'valid', reason: null };
  if (verdict.verdict === 'unreachable') return { verdict: 'unknown', reason: verdict.reason };
  return { verdict: 'invalid', reason: credentialProblem(vendor, verdict).text };
}
