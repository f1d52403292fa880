import { errorText, type ErrorCode } from '@ridgeline/contracts';
import type { HubspotOutcome } from '@ridgeline/hubspot';
import { AppError } from '@ridgeline/kit';
import { unreachableReason } from '../vendors/unreachable-reason.ts';

/** An error of the property check; its body says `status: "failed"` besides (decision 17). */
export function propertyFailure(code: ErrorCode, text: string = errorText(code), reason?: string): AppError {
  return new AppError(code, {
    text,
    extra: { status: 'failed' },
    ...(reason ? { details: { reason } } : {}),
  });
}

type Fault = Exclude<HubspotOutcome<unknown>, { outcome: 'ok' }>;

/** HubSpot's fault as an error: refused tokens, missing scopes and a HubSpot out of reach each have their own. */
export function faultToError(fault: Fault): AppError {
  if (fault.outcome === 'refused' && fault.status === 401)
    return propertyFailure('connection.hubspot_refused');
  if (fault.outcome === 'refused') {
    const scopes = fault.scopes.length > 0 ? `: ${fault.scopes.join(' or ')}` : '';
    const text = errorText('connection.hubspot_scope_missing') + scopes;
    return propertyFailure('connection.hubspot_scope_missing', text);
  }
  const reason = unreachableReason('HubSpot', fault);
  return propertyFailure('connection.hubspot_unreachable', undefined, reason);
}
