/**
 * `node packages/postgres/src/commands/print-provision.ts <database> <service> ...`: prints for psql what prepare-schema.ts does
 * with ADMIN_URL, for operators who give it no such address: roles, schemas and rights of the services in the database, with
 * places for the passwords. Connects to nothing.
 */
import { escapeIdentifier } from 'pg';
import { roleStatements, schemaStatements } from '../schema/provision-service.ts';

const [database = '', ...services] = process.argv.slice(2);

if (database === '' || services.length === 0) {
  process.stderr.write(
    'Name the database and the services: ridgeline auth connection validation migration\n',
  );
  process.exitCode = 2;
} else {
  const provisions = services.map((service) => ({
    database,
    service,
    password: `<password of ${service}_app>`,
    ownerPassword: `<password of ${service}_owner>`,
  }));
  const statements = [
    `create database ${escapeIdentifier(database)}`,
    ...provisions.flatMap(roleStatements),
    `\\connect ${escapeIdentifier(database)}`,
    ...provisions.flatMap(schemaStatements),
  ];
  for (const statement of statements)
    process.stdout.write(`${statement}${statement.startsWith('\\') ? '' : ';'}\n`);
}
