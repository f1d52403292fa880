import type { AcculynxOutcome } from '@ridgeline/acculynx';
import {
  errorText,
  objectTypes,
  type ErrorCode,
  type ObjectType,
  type VendorCredentials,
} from '@ridgeline/contracts';
import { lateReason, unreachableReason, type Vendor } from '@ridgeline/governed-vendors';
import type { HubspotOutcome } from '@ridgeline/hubspot';
import { AppError, fieldError } from '@ridgeline/kit';

/** What a vendor answered instead of the expected result. */
export type VendorFault = Exclude<AcculynxOutcome<unknown> | HubspotOutcome<unknown>, { outcome: 'ok' }>;

const ofVendor = {
  AccuLynx: {
    field: 'acculynxApiKey',
    refused: 'connection.acculynx_refused',
    unreachable: 'connection.acculynx_unreachable',
  },
  HubSpot: {
    field: 'hubspotPat',
    refused: 'connection.hubspot_refused',
    unreachable: 'connection.hubspot_unreachable',
  },
} as const satisfies Record<Vendor, Record<string, ErrorCode | keyof VendorCredentials>>;

/** The vendor does not accept the credential: the error names its field. */
export function refusedCredential(vendor: Vendor): AppError {
  const { field, refused } = ofVendor[vendor];
  return fieldError(field, refused);
}

/** The token lacks these scopes. Only HubSpot's credentials have scopes. */
export function missingScope(scopes: readonly string[]): AppError {
  const code = 'connection.hubspot_scope_missing';
  const named = scopes.length > 0 ? `: ${scopes.join(', ')}` : '';
  const why = Object.values(objectTypes).flatMap((type) => whyNeeded(type, scopes));
  const text = [`${errorText(code)}${named}`, ...why].join('. ');
  return new AppError(code, { text, fields: { [ofVendor.HubSpot.field]: text } });
}

/** Why a kind requires its scopes, if HubSpot's name for it differs from AccuLynx'. */
function whyNeeded({ noun, hubspotNoun, scopes }: ObjectType, missing: readonly string[]): readonly string[] {
  const isMissing = scopes.some(({ scope }) => missing.some((named) => named.includes(scope)));
  return isMissing && noun.many !== hubspotNoun.many
    ? [`Those of ${hubspotNoun.many} are needed because ${noun.many} become ${hubspotNoun.many}.`]
    : [];
}

/** The vendor gave no usable answer, for a reason in plain words: only time fixes that, so the error names no field. */
export function unreachableVendor(vendor: Vendor, reason: string): AppError {
  const text = `${reason}. Nothing was saved; please try again in a moment.`;
  return new AppError(ofVendor[vendor].unreachable, { text, details: { reason } });
}

/** A vendor exceeded its time limit. */
export const lateVendor = (vendor: Vendor): AppError => unreachableVendor(vendor, lateReason(vendor));

/**
 * The error that reports a vendor's fault. `scope` is the one that the call requires, in case HubSpot names none. AccuLynx'
 * keys have no scopes (docs/vendors/acculynx.md, 1.1), so a key without permissions counts as not accepted.
 */
export function vendorError(vendor: Vendor, fault: VendorFault, scope?: string): AppError {
  if (fault.outcome !== 'refused') return unreachableVendor(vendor, unreachableReason(vendor, fault));
  if (vendor === 'AccuLynx' || fault.status === 401) return refusedCredential(vendor);
  // Any one of the scopes that HubSpot names suffices.
  const named = fault.scopes.length > 0 ? [fault.scopes.join(' or ')] : [];
  return missingScope(named.length > 0 || scope === undefined ? named : [scope]);
}
