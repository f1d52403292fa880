import {
  createConnection,
  isMask,
  type ConnectionDetail,
  type ValidNewConnection,
  type VendorCredentials,
} from '@ridgeline/contracts';
import { noKnownAccounts } from '@ridgeline/contracts/internal';
import { addToOutbox, outboxWriter } from '@ridgeline/kafka';
import { auditEvent, auditRefusals } from '@ridgeline/events';
import { AppError, type Actor } from '@ridgeline/kit';
import { createOnce } from '@ridgeline/postgres';
import { tellChange } from '../connections/connection-changes.postgres.ts';
import { columnsOf } from '../connections/connection-fields.ts';
import { insertConnection } from '../connections/connection-store.postgres.ts';
import { factColumns, hintColumns, noStoredLists, settingsOf } from '../connections/saved-values.ts';
import { explainSyncedTwice } from '../connections/synced-target.postgres.ts';
import { findSecrets, insertSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets, sealSecrets } from '../secrets/sealed-secrets.ts';
import { prepareSubscription } from '../subscriptions/reused-subscription.ts';
import { readFacts } from './account-facts.ts';
import { companyOf, type SaveParts } from './save-parts.ts';
import { meantSecrets } from './connection-edit.ts';

const endpoint = `${createConnection.method} ${createConnection.path}`;

/**
 * Saves a connection after both vendors accepted it. A failed save leaves nothing behind, at AccuLynx either. A repeated key
 * within 24 hours returns what the first call stored; with another body it throws `request.key_reused`.
 */
export type CreateConnection = (
  by: Actor,
  body: ValidNewConnection,
  idempotencyKey: string | null,
) => Promise<ConnectionDetail>;

export function connectionCreator(parts: SaveParts): CreateConnection {
  const { db, masterKeys, auth, validation, requireAddress, step } = parts;

  /** The secrets of the connection that is being copied. */
  const copied = async (by: Actor, connectionId: number): Promise<VendorCredentials> => {
    const owner = { companyId: by.user.companyId, connectionId };
    const sealed = await db.forCompany(owner.companyId, (tx) => findSecrets(tx, owner));
    if (!sealed) throw new AppError('connection.source_deleted');
    return openSecrets(masterKeys, owner, sealed);
  };

  return async (by, { companyId: named, operationId, sourceConnectionId, ...body }, key) => {
    const { user, origin } = by;
    const companyId = await companyOf(auth, by, named);
    const audited = { action: 'connection-created', by: user, origin } as const;
    const settings = settingsOf(body);
    const request = { ...body, sourceConnectionId };

    return createOnce(db, { companyId, endpoint, key, body: request }, (store) =>
      auditRefusals(outboxWriter(db), { action: audited.action, by, what: `"${body.name}"` }, async () => {
        const secrets = [body.acculynxApiKey, body.hubspotPat];
        const isCopied = secrets.some(isMask);
        const source =
          isCopied && sourceConnectionId !== undefined ? await copied(by, sourceConnectionId) : null;
        const credentials = meantSecrets(body, source);
        if (settings.customEventProcessorUrl !== null)
          await requireAddress(by, settings.customEventProcessorUrl);
        const facts = await readFacts(validation, {
          by,
          credentials,
          operationId,
          isTyped: !secrets.every(isMask),
          known: noKnownAccounts,
          deals: settings,
        });
        const { acculynxApiKey: apiKey } = credentials;
        const { saved } = await step({ companyId: user.companyId, operationId }, async () => {
          const order = { companyId, connectionId: null, apiKey, settings, held: null };
          const subscription = await prepareSubscription(parts, order);
          const own = { isStored: false };
          try {
            const stored = await store(async (tx) => {
              const owned = columnsOf({ companyId, userId: user.userId, name: body.name, ...settings });
              const connection = await insertConnection(tx, {
                ...owned,
                ...hintColumns(credentials),
                ...factColumns(facts, noStoredLists),
                ...subscription.columns,
              });
              const owner = { companyId, connectionId: connection.id };
              await insertSecrets(tx, owner, sealSecrets(masterKeys, owner, credentials));
              await subscription.store(tx, owner);
              await tellChange(tx, owner);
              const detail = `"${connection.name}" (#${connection.id})`;
              await addToOutbox(tx, auditEvent({ ...audited, result: 'done', detail }));
              own.isStored = true;
              return connection;
            });
            // The same call ran twice concurrently, and the other one has stored its connection.
            if (!own.isStored) await subscription.undo();
            return { saved: stored, text: subscription.text };
          } catch (error) {
            await subscription.undo();
            const { acculynx, hubspot } = facts;
            const target = { acculynxCompanyId: acculynx.companyId, hubSpotPortalId: hubspot.portalId };
            throw await explainSyncedTwice(db, user.companyId, target, error);
          }
        });
        return saved;
      }),
    );
  };
}
