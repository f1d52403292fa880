import {
  findOpenEmails,
  resolveIdentities as identitiesEndpoint,
  storePlan as planEndpoint,
} from '@ridgeline/contracts/internal';
import { bindForService, type ServiceAppOptions } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { fenceRun } from './fenced-run.ts';
import { resolveIdentities } from './identity-store.postgres.ts';
import { storePlan } from './plan-store.postgres.ts';
import { openEmails } from './withheld-emails.postgres.ts';

/** What a worker asks and tells about a batch before it writes; only under a lease that it still holds. */
export function planRoutes({ db }: { readonly db: Database }): ServiceAppOptions['routes'] {
  return (router) => {
    bindForService(router, identitiesEndpoint, ({ params, body }) =>
      db.forSystem(async (tx) => {
        const run = await fenceRun(tx, params.id, body.epoch);
        return { records: await resolveIdentities(tx, run, params.batch, body.records) };
      }),
    );

    bindForService(router, planEndpoint, async ({ params, body: { epoch, ...plan } }) => {
      await db.forSystem(async (tx) => {
        const run = await fenceRun(tx, params.id, epoch);
        await storePlan(tx, run, epoch, { ...plan, batch: params.batch });
      });
      return {};
    });

    bindForService(router, findOpenEmails, ({ params, body: { epoch, after } }) =>
      db.forSystem(async (tx) => openEmails(tx, await fenceRun(tx, params.id, epoch), after)),
    );
  };
}
