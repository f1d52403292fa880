import { describe, expect, test } from '@jest/globals';
import { AppError } from '@ridgeline/kit';
import { DatabaseError } from 'pg';
import { translateError, violatedConstraint } from './postgres-errors.ts';

function databaseError(code: string, constraint?: string): DatabaseError {
  return Object.assign(new DatabaseError('some text', 9, 'error'), { code, constraint });
}

describe('Translating errors of Postgres', () => {
  test.each(['08006', '53300', '57P01', '57P03', '57014', '25006', '40001', '40P01', '55P03'])(
    'When the SQLSTATE is %s, then the same call may succeed later',
    (sqlState) => {
      expect(translateError(databaseError(sqlState), false)).toMatchObject({
        code: 'server.unavailable',
        retriable: true,
        details: { sqlState },
      });
    },
  );

  test.each(['23505', '42P01', '42501', '22P02'])(
    'When the SQLSTATE is %s, then trying again does not help',
    (sqlState) => {
      expect(translateError(databaseError(sqlState), false)).toMatchObject({
        code: 'server.failed',
        retriable: false,
      });
    },
  );

  test('When the connection is lost, then even an error without a SQLSTATE may be tried again', () => {
    expect(translateError(new Error('Connection terminated'), true)).toMatchObject({
      retriable: true,
      details: { dependency: 'postgres' },
    });
    expect(translateError(new Error('Connection terminated'), false)).toMatchObject({ retriable: false });
  });

  test('When it is an AppError already, then it stays the same', () => {
    const error = new AppError('auth.email_taken');
    expect(translateError(error, true)).toBe(error);
  });

  test('When a constraint was violated, then its name can be asked for; else there is none', () => {
    expect(violatedConstraint(translateError(databaseError('23505', 'users_email'), false))).toBe(
      'users_email',
    );
    expect(violatedConstraint(translateError(databaseError('42P01'), false))).toBeUndefined();
    expect(violatedConstraint(new Error('other'))).toBeUndefined();
  });
});
