import type { Logger } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { Access } from './access/access.ts';
import type { AdministratorCompanies } from './accounts/account.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { PasswordKey } from './passwords/password-key.ts';

/** What the use cases of this service work with; each names those that it needs. */
export interface Parts {
  readonly db: Database;
  /** For what people only read, and can wait for. */
  readonly reading: Database;
  readonly access: Access;
  readonly passwordKey: PasswordKey;
  readonly hasher: PasswordHasher;
  readonly administrators: AdministratorCompanies;
  readonly logger: Logger;
}
