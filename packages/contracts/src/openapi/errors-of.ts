import type { Endpoint } from '../endpoint.ts';
import type { ErrorCode } from '../errors/catalogue.ts';
import { fieldsOf } from './schemas.ts';

/** The errors of every call with a body. */
const ofBodies: readonly ErrorCode[] = [
  'request.invalid',
  'request.required',
  'request.malformed_json',
  'request.unsupported_media_type',
  'request.too_large',
];

function takesNothing({ params, query }: Endpoint): boolean {
  return fieldsOf(params).length + fieldsOf(query).length === 0;
}

/** Every error code of a public endpoint: its own, and those implied by its method, its access and its input. */
export function errorsOf(of: Endpoint): readonly ErrorCode[] {
  const writes = of.method !== 'GET';
  const hasBody = writes && of.method !== 'DELETE';
  const codes: ErrorCode[] = ['server.failed', 'server.unavailable'];
  if (!writes) codes.push('request.body_unexpected');
  if (hasBody) codes.push(...ofBodies);
  else if (!takesNothing(of)) codes.push('request.invalid', 'request.required');
  if (of.path.includes('{')) codes.push('request.not_found');
  if (writes) codes.push('request.cross_site');
  if (of.idempotent) codes.push('request.key_malformed', 'request.key_reused');
  if (of.access !== 'public') codes.push('session.missing', 'request.too_many');
  if (of.access !== 'public' && !of.openToRevoked) codes.push('session.access_revoked');
  if (of.access === 'administrator') codes.push('session.forbidden');
  return [...new Set([...codes, ...of.errors])];
}
