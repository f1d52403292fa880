import {
  createConnection,
  dealSettingsSchema,
  type ApiClient,
  type Connection,
  type ValidNewConnection,
} from '@ridgeline/contracts';
import { checkCredentials, type ConnectionSecrets } from '@ridgeline/contracts/internal';
import { recordDeed } from '@ridgeline/kafka';
import { AppError, originHeaders, type Actor, type ClientOrigin } from '@ridgeline/kit';
import { createOnce, type Database } from '@ridgeline/postgres';
import type { MasterKeys } from '../secrets/master-keys.ts';
import { findSecrets, insertSecrets } from '../secrets/secret-store.postgres.ts';
import { openSecrets, sealSecrets } from '../secrets/sealed-secrets.ts';
import { credentialProblem, failedCheck } from './credential-problem.ts';
import {
  countConnections,
  findConnection,
  insertConnection,
  listConnections,
  type VendorFacts,
} from './connection-store.postgres.ts';

const endpoint = `${createConnection.method} ${createConnection.path}`;

/** What connections work with. */
export interface ConnectionServiceParts {
  readonly db: Database;
  readonly masterKeys: MasterKeys;
  /** The validation service. */
  readonly validation: ApiClient;
}

/** Connections of one company at a time: another company's connection does not exist. */
export interface ConnectionService {
  list(companyId: string): Promise<Connection[]>;
  count(companyId: string): Promise<number>;
  /** Throws `connection.not_found`. */
  get(companyId: string, id: number): Promise<Connection>;
  /**
   * Asks both vendors first. Throws what `credentialProblem` says, and stores nothing then. The same key again within 24
   * hours answers what the first call stored; with another body it throws `request.key_reused`.
   */
  create(by: Actor, body: ValidNewConnection, idempotencyKey: string | null): Promise<Connection>;
  /** Throws `connection.not_found`. */
  secrets(companyId: string, id: number): Promise<ConnectionSecrets>;
}

/** The use cases of connections. */
export function connectionService({ db, masterKeys, validation }: ConnectionServiceParts): ConnectionService {
  const provenFacts = async (
    companyId: string,
    { acculynxApiKey, hubspotPat }: ValidNewConnection,
    origin: ClientOrigin,
  ): Promise<VendorFacts> => {
    const input = { body: { companyId, acculynxApiKey, hubspotPat } };
    const check = await validation(checkCredentials, input, { headers: originHeaders(origin) }).catch(
      (cause: unknown) => {
        throw failedCheck(cause);
      },
    );
    const problem = credentialProblem(check);
    if (problem) throw problem;
    const { acculynx, hubspot } = check;
    if (acculynx.verdict !== 'valid' || hubspot.verdict !== 'valid') throw new AppError('server.failed');
    return { acculynx: acculynx.facts, hubspot: hubspot.facts };
  };

  return {
    list: (companyId) => db.forCompany(companyId, (tx) => listConnections(tx, companyId)),

    count: (companyId) => db.forCompany(companyId, (tx) => countConnections(tx, companyId)),

    async get(companyId, id) {
      const connection = await db.forCompany(companyId, (tx) => findConnection(tx, companyId, id));
      if (!connection) throw new AppError('connection.not_found');
      return connection;
    },

    create({ user, origin }, body, idempotencyKey) {
      const { companyId, userId } = user;
      const deed = { action: 'connection-created', by: user, origin } as const;
      return createOnce(db, { companyId, endpoint, key: idempotencyKey, body }, async (store) => {
        const facts = await provenFacts(companyId, body, origin).catch(async (error: unknown) => {
          if (error instanceof AppError && error.code.startsWith('connection.')) {
            const detail = `"${body.name}": ${error.text}`;
            await db.forCompany(companyId, (tx) => recordDeed(tx, { ...deed, result: 'refused', detail }));
          }
          throw error;
        });
        return store(async (tx) => {
          const connection = await insertConnection(tx, { companyId, userId }, body, facts);
          const owner = { companyId, connectionId: connection.id };
          await insertSecrets(tx, owner, sealSecrets(masterKeys, owner, body));
          const detail = `"${connection.name}" (#${connection.id})`;
          await recordDeed(tx, { ...deed, result: 'done', detail });
          return connection;
        });
      });
    },

    async secrets(companyId, id) {
      const owner = { companyId, connectionId: id };
      const [connection, sealed] = await db.forCompany(companyId, async (tx) => [
        await findConnection(tx, companyId, id),
        await findSecrets(tx, owner),
      ]);
      if (!connection || !sealed) throw new AppError('connection.not_found');
      const { hubSpotPortalId } = connection;
      const deals = dealSettingsSchema.parse(connection);
      return { ...openSecrets(masterKeys, owner, sealed), ...owner, hubSpotPortalId, deals };
    },
  };
}
