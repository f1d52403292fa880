import { errorText, type ErrorCode } from '@ridgeline/contracts';
import { unreachableReason } from '@ridgeline/governed-vendors';
import type { HubspotOutcome } from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';

type Fault = Exclude<HubspotOutcome<unknown>, { outcome: 'ok' }>;

/** An error of the property check; its body says `status: "failed"` besides (decision 17). */
export function propertyFailure(code: ErrorCode, text: string = errorText(code), reason?: string): AppError {
  return new AppError(code, {
    text,
    extra: { status: 'failed' },
    ...(reason ? { details: { reason } } : {}),
  });
}

/** A person mends them one after the other; more than so many fill no message. */
const mostNamed = 5;

/** Properties exist that cannot hold what is written; `sentences` say so of each. */
export function unsuitableProperties(sentences: readonly string[]): AppError {
  const more = sentences.length - mostNamed;
  const named = sentences.slice(0, mostNamed).join('. ');
  return propertyFailure('properties.unsuitable', more > 0 ? `${named}. And ${more} more` : named);
}

/**
 * HubSpot's fault as an error: refused tokens, missing scopes and a HubSpot out of reach each have their own. `scope` is
 * the one that the call needs, for when HubSpot names none.
 */
export function faultToError(fault: Fault, scope: string): AppError {
  if (fault.outcome === 'refused' && fault.status === 401)
    return propertyFailure('connection.hubspot_refused');
  if (fault.outcome === 'refused') {
    const scopes = fault.scopes.length > 0 ? fault.scopes : [scope];
    const text = `${errorText('connection.hubspot_scope_missing')}: ${scopes.join(' or ')}`;
    return propertyFailure('connection.hubspot_scope_missing', text);
  }
  const reason = unreachableReason('HubSpot', fault);
  return propertyFailure('connection.hubspot_unreachable', undefined, reason);
}
