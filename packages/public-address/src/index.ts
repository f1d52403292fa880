import { findTarget, type PublicUrlProblem } from './public-url.ts';
import { nameServerResolver, type Resolver } from './resolver.ts';

export { probePublicUrl, type ProbeNetwork, type ProbeOptions, type ProbeResult } from './probe.ts';
export type { PublicUrlProblem } from './public-url.ts';
export type { Resolver } from './resolver.ts';

/** Why a URL is not publicly reachable by https; null: it is. */
export async function publicUrlProblem(
  url: string,
  resolver: Resolver = nameServerResolver(),
): Promise<PublicUrlProblem | null> {
  const target = await findTarget(url, resolver);
  return typeof target === 'string' ? target : null;
}
