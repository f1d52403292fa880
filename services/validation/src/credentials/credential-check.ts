import type { AcculynxFacts, HubspotFacts } from '@ridgeline/contracts/internal';

/** How a vendor took a credential: a refused one is a result, not an error. */
export type Verdict<Facts> =
  | { readonly verdict: 'valid'; readonly facts: Facts }
  | { readonly verdict: 'refused'; readonly reason: string }
  | { readonly verdict: 'scope_missing'; readonly scopes: readonly string[] }
  | { readonly verdict: 'unreachable'; readonly reason: string };

/** Both credentials, really tried at the vendors. */
export interface CredentialCheck {
  readonly acculynx: Verdict<AcculynxFacts>;
  readonly hubspot: Verdict<HubspotFacts>;
}
