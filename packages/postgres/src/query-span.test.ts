import { expect, test } from '@jest/globals';
import { spanName } from './session.ts';

test.each([
  ['select id from users where email = $1', 'SELECT users'],
  ['\n  insert into migration_log (id) values ($1)', 'INSERT migration_log'],
  ['update "connections" set name = $1', 'UPDATE connections'],
  ['with due as (select 1) delete from outbox', 'WITH outbox'],
  ['select 1', 'SELECT'],
  ['-- comment', 'SQL'],
])('When the query is %j, then its span is called %s', (sql, name) => {
  expect(spanName(sql)).toBe(name);
});
