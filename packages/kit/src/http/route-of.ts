import type { Request } from 'express';

/** The pattern of the route that took the request, or null; never its path, which holds ids: labels and names must stay few. */
export function routeOf(req: Request): string | null {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : null;
}
