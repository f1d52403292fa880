import { auditRefusals } from '@ridgeline/events';
import { outboxWriter } from '@ridgeline/kafka';
import type { ConnectionChange, ConnectionDetail } from '@ridgeline/contracts';
import { AppError, type Actor } from '@ridgeline/kit';
import { columnsOf, type ColumnValues } from '../connections/connection-fields.ts';
import { findDetail } from '../connections/connection-store.postgres.ts';
import { factColumns, hintColumns } from '../connections/saved-values.ts';
import { explainSyncedTwice } from '../connections/synced-target.postgres.ts';
import { findSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets } from '../secrets/sealed-secrets.ts';
import { prepareSubscription } from '../subscriptions/reused-subscription.ts';
import { withSubscription } from '../subscriptions/subscription-lock.ts';
import { heldSubscription } from '../subscriptions/token-store.postgres.ts';
import { readFacts } from './account-facts.ts';
import { editOf } from './connection-edit.ts';
import { hasOpenMigrations } from '../migrations/open-migrations.ts';
import { companyOf, type SaveParts } from './save-parts.ts';
import { repeatedChange, storeEdit, type RepeatedChange } from './store-edit.ts';

/**
 * Changes a connection. When anything fails, all of it stays as it was, at AccuLynx too. Throws
 * `connection.changed_meanwhile` when another user has changed it since it was read, and `connection.not_found`.
 */
export type UpdateConnection = (by: Actor, id: number, change: ConnectionChange) => Promise<ConnectionDetail>;

/** A change, and the company that owns the connection afterwards. */
interface Order {
  readonly by: Actor;
  readonly id: number;
  readonly change: ConnectionChange;
  readonly companyId: string;
}

export function connectionUpdater(parts: SaveParts): UpdateConnection {
  const { db, masterKeys, auth, validation, orchestrator, requireAddress, step } = parts;

  const read = async (companyId: string, connectionId: number) => {
    const owner = { companyId, connectionId };
    const { baseUrl } = parts.subscriptions;
    const [stored, sealed, held] = await db.forCompany(companyId, async (tx) => [
      await findDetail(tx, companyId, connectionId),
      await findSecrets(tx, owner),
      await heldSubscription(tx, { masterKeys, baseUrl }, owner),
    ]);
    if (!stored || !sealed) throw new AppError('connection.not_found');
    return { current: stored, secrets: openSecrets(masterKeys, owner, sealed), held };
  };

  const update = async (
    { by, id: connectionId, change, companyId }: Order,
    repeated: RepeatedChange,
  ): Promise<ConnectionDetail> => {
    const { user } = by;
    const { current, secrets, held } = await read(user.companyId, connectionId);
    if (change.version !== undefined && change.version !== current.version)
      throw new AppError('connection.changed_meanwhile');
    const isMoved = companyId !== current.companyId;
    const requireNoMigrations = async (): Promise<void> => {
      if (isMoved && (await hasOpenMigrations(orchestrator, { companyId: current.companyId, connectionId })))
        throw new AppError('connection.migrations_open', {
          text: 'A migration of this connection is running or waiting. Move the connection when it has ended.',
        });
    };
    await requireNoMigrations();

    const edit = editOf(current, secrets, change);
    const { settings, credentials } = edit;
    const url = settings.customEventProcessorUrl;
    if (url !== null && url !== current.customEventProcessorUrl) await requireAddress(by, url);
    const { operationId } = change;
    const facts = edit.asksVendors
      ? await readFacts(validation, {
          by,
          credentials,
          operationId,
          isTyped: edit.changedSecrets,
          known: current,
          deals: settings,
        })
      : null;
    // Checked again: the vendors may have taken seconds.
    await requireNoMigrations();
    const values: ColumnValues = {
      ...columnsOf({ companyId, name: edit.name, ...settings }),
      ...edit.resumed,
      ...hintColumns(credentials),
      ...(facts ? factColumns(facts, current) : {}),
      ...(repeated.mark === null ? {} : { last_change: repeated.mark }),
    };
    const proven = { by, before: current, companyId, edit };
    if (!edit.asksWebhook) return storeEdit(parts, { ...proven, values, subscription: null });

    const { acculynxApiKey: apiKey } = credentials;
    const subscribeAndStore = async () => {
      const prepared = await prepareSubscription(parts, { companyId, connectionId, apiKey, settings, held });
      try {
        const all = { ...values, ...prepared.columns };
        const detail = await storeEdit(parts, { ...proven, values: all, subscription: prepared });
        return { saved: detail, subscription: prepared, text: prepared.text };
      } catch (error) {
        await prepared.undo();
        const target = {
          acculynxCompanyId: facts?.acculynx.companyId ?? current.acculynxCompanyId,
          hubSpotPortalId: facts?.hubspot.portalId ?? current.hubSpotPortalId,
        };
        const reason = await explainSyncedTwice(db, user.companyId, target, error);
        return { saved: await repeated.savedDespite(reason), subscription: null, text: prepared.text };
      }
    };
    const { saved, subscription } = await step({ companyId: user.companyId, operationId }, () =>
      withSubscription(parts, connectionId, subscribeAndStore),
    );
    await subscription?.afterSave();
    return saved;
  };

  return async (by, id, change) => {
    const companyId = await companyOf(auth, by, change.companyId);
    const repeated = repeatedChange(db, { companyId, connectionId: id }, { userId: by.user.userId, change });
    const before = await repeated.saved();
    if (before) return before;
    const audited = { action: 'connection-changed', by, what: `#${id}` } as const;
    return auditRefusals(outboxWriter(db), audited, () =>
      update({ by, id, change, companyId }, repeated).catch((error: unknown) => repeated.savedDespite(error)),
    );
  };
}
