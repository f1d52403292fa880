import { randomBytes } from 'node:crypto';
import { Refusal, type Answer } from '../../http/answer.ts';

/** One entry of an error body's `errors`. */
interface ErrorDetail {
  readonly message: string;
  readonly code?: string;
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

export interface ErrorBody {
  readonly message: string;
  readonly category?: string;
  readonly subCategory?: string;
  readonly errors?: readonly ErrorDetail[];
  readonly context?: Readonly<Record<string, readonly string[]>>;
  readonly links?: Readonly<Record<string, string>>;
}

/** A UUID of version 7, as HubSpot's correlation ids are. */
export function correlationId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  const noise = randomBytes(10).toString('hex');
  const variant = ((Number.parseInt(noise.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${noise.slice(0, 3)}-${variant}${noise.slice(4, 7)}-${noise.slice(7, 19)}`;
}

/** An error answer in the common form (docs/vendors/hubspot.md, 5), its correlation id in body and header. */
export function hubSpotError(status: number, body: ErrorBody, headers: Record<string, string> = {}): Answer {
  const id = correlationId();
  return {
    status,
    headers: { 'x-hubspot-correlation-id': id, ...headers },
    body: { status: 'error', correlationId: id, ...body },
  };
}

export const refuse = (status: number, body: ErrorBody): never => {
  throw new Refusal(hubSpotError(status, body));
};

export const invalid = (message: string, context?: ErrorBody['context']): never =>
  refuse(400, { message, category: 'VALIDATION_ERROR', ...(context === undefined ? {} : { context }) });

/** Some refusals have no category: malformed input, empty updates, unknown object names. */
export const malformed = (message: string): never => refuse(400, { message });

export const unauthorized = (): Answer =>
  hubSpotError(401, {
    message:
      'Authentication credentials not found. This API supports OAuth 2.0 authentication and you can find more details at https://developers.hubspot.com/docs/methods/auth/oauth-overview',
    category: 'INVALID_AUTHENTICATION',
  });

/** How a 403 names the scopes, one of which is needed: four ways have been observed (docs/vendors/hubspot.md, 5). */
export type ScopeNaming = 'granular' | 'required' | 'context' | 'none';

function scopeNames(scopes: readonly string[], naming: ScopeNaming): Partial<ErrorBody> {
  if (naming === 'none') return {};
  if (naming === 'context') return { context: { requiredGranularScopes: scopes } };
  const name = naming === 'granular' ? 'requiredGranularScopes' : 'requiredScopes';
  return {
    errors: [{ message: 'One or more of the following scopes are required.', context: { [name]: scopes } }],
  };
}

export const missingScopes = (alternatives: readonly string[], naming: ScopeNaming): Answer =>
  hubSpotError(403, {
    message:
      "This app hasn't been granted all required scopes to make this call. Read more about required scopes here: https://developers.hubspot.com/scopes.",
    ...scopeNames(alternatives, naming),
    links: { scopes: 'https://developers.hubspot.com/scopes' },
    category: 'MISSING_SCOPES',
  });

export const htmlPage = (status: number, title: string): Answer => ({
  status,
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
  contentType: 'text/html;charset=utf-8',
});
