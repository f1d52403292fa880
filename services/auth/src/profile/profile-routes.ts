import { getUser, updateProfile, usersByIds } from '@ridgeline/contracts';
import { bindForUser, clientOrigin, type Router } from '@ridgeline/kit';
import type { ProfileService } from './profile-service.ts';

/** The signed-in user, and the names of colleagues. */
export function bindProfileRoutes(router: Router, profiles: ProfileService): void {
  bindForUser(router, getUser, ({ user }) => profiles.current(user));
  bindForUser(router, updateProfile, ({ user, body, req }) =>
    profiles.change(user, body, clientOrigin(req.headers)),
  );
  bindForUser(router, usersByIds, ({ user, query }) => profiles.people(user, query.ids));
}
