import type { Router } from 'express';
import { callerOf, setCaller } from './caller.ts';
import { clientOrigin, type Actor } from './client-origin.ts';

/** Which company a resource belongs to, and what happens when an administrator views it. */
export interface ViewedThings {
  /** The company that owns the resource with this id; undefined when there is none. */
  readonly companyOf: (id: number) => Promise<string | undefined>;
  /** Called before an administrator sees anything of another company. */
  readonly onView: (by: Actor, id: number, companyId: string) => Promise<void>;
}

/**
 * Lets administrators view the resources of all companies: `GET {prefix}/{id}` and the paths below it answer as for a user
 * of the owning company. Changes stay within one company: every other method finds only what the administrator's own
 * company has. To be called before the routes are bound.
 */
export function viewAsCompany(router: Router, prefix: string, { companyOf, onView }: ViewedThings): void {
  router.use(prefix, async (req, _res, next) => {
    const caller = callerOf(req);
    const id = Number(/^\/([1-9]\d{0,9})(?:\/|$)/.exec(req.path)?.[1]);
    if (req.method === 'GET' && caller.kind === 'user' && caller.user.administrator && id > 0) {
      const { user } = caller;
      const companyId = await companyOf(id);
      if (companyId !== undefined && companyId !== user.companyId) {
        await onView({ user, origin: clientOrigin(req.headers) }, id, companyId);
        setCaller(req, { kind: 'user', user: { ...user, companyId, viewedFrom: user.companyId } });
      }
    }
    next();
  });
}
