import type { Product } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit';
import { lookIsDue } from './sync-database.ts';
import type { SyncedTenant } from './synced-tenant.ts';

/** How AccuLynx ends the delivery of a company's events. */
const breaks = ['disable-subscription', 'delete-subscription'] as const;
export type Break = (typeof breaks)[number];

export const isBreak = ({ kind }: { readonly kind: string }): boolean => breaks.some((each) => each === kind);

/** Breaks a company's subscription at AccuLynx and waits until the product has subscribed again automatically. */
export async function breakSubscription(product: Product, tenant: SyncedTenant, how: Break): Promise<void> {
  const { control, user } = tenant.company;
  const { companyId } = user;
  const broken = await control.subscriptions(companyId);
  for (const { id } of broken)
    await (how === 'disable-subscription'
      ? control.disableSubscription(companyId, id)
      : control.deleteSubscription(companyId, id));
  await eventually(
    async () => {
      const enabled = (await control.subscriptions(companyId)).filter((each) => each.enabled);
      if (enabled.length > 0) return;
      await lookIsDue(product, tenant);
      throw new Error('AccuLynx has no enabled subscription');
    },
    { within: 180_000, what: 'the connection to be subscribed again' },
  );
}
