import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { services } from '@ridgeline/devstack';
import type { Migration } from '@ridgeline/postgres';
import { migrationFiles, migrationName } from '@ridgeline/postgres/migration-history';
import { takenBy } from './destructive.ts';

/** The last migration of the first release, by service: earlier ones had no previous release to break. */
const firstRelease: Readonly<Record<string, number>> = {
  auth: 9,
  connection: 8,
  validation: 4,
  'migration-orchestrator': 15,
};

const owners = services.filter(({ schema }) => schema !== null);
/** All statements of a migration, which are not run. */
async function statementsOf(folder: string, file: string): Promise<string[]> {
  const path = pathToFileURL(join(process.cwd(), folder, file)).href;
  const { up } = (await import(path)) as Migration;
  const statements: string[] = [];
  await up((statement) => Promise.resolve(void statements.push(statement)));
  return statements;
}

describe('A migration that takes something from the release before', () => {
  test.each([
    'drop table notes',
    'alter table notes drop column text',
    'alter table notes drop text',
    'alter table notes rename to texts',
    'alter table notes rename column text to body',
    'alter table notes alter column text type varchar(10)',
    'alter table notes alter text set data type integer',
    'alter table notes alter column text set not null',
    'alter table notes add column author text not null',
    'alter table notes alter column text drop default',
    "do $$ begin execute format('drop table %I', 'notes'); end $$",
    'drop function notes_of(text)',
    'truncate notes',
    'delete from notes',
    'revoke update on notes from app',
  ])('is noticed: %s', (statement) => {
    expect(takenBy(statement)).not.toEqual([]);
  });

  test.each([
    'create table notes (text text not null)',
    'alter table notes add column author text',
    "alter table notes add column author text not null default ''",
    'alter table notes drop constraint notes_kind, add constraint notes_kind check (kind is not null)',
    'drop index notes_by_text',
    'create function forget() returns void language sql as $$ delete from notes $$',
    '-- drop table notes\ncreate index on notes (text)',
  ])('is not: %s', (statement) => {
    expect(takenBy(statement)).toEqual([]);
  });
});

test.each(owners)(
  'No migration of $name takes something away without saying so by its name',
  async (service) => {
    const bound = firstRelease[service.name];
    if (bound === undefined)
      throw new Error(`The last migration of the first release is not known of ${service.name}`);
    const folder = join(service.folder, 'migrations');
    const silent = [];
    for (const file of await migrationFiles(folder)) {
      const name = migrationName(file);
      const number = Number.parseInt(name, 10);
      const [, since = Infinity] = /\.since-(\d+)\.contract$/.exec(name) ?? [];
      if (number <= bound || Number(since) < number) continue;
      const taken = (await statementsOf(folder, file)).flatMap(takenBy);
      if (taken.length > 0) silent.push({ name, taken });
    }
    expect(silent).toEqual([]);
  },
);
