import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from './document.ts';
import { operations } from './operations.ts';

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
}

interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

const { paths, tags } = openApiDocument() as unknown as Document;
const described = Object.values(paths).flatMap((methods) => Object.values(methods));

describe('The OpenAPI document', () => {
  test('When it is made, then every public endpoint is in it and no internal one', () => {
    for (const { endpoint } of operations)
      expect(paths[endpoint.path]).toHaveProperty(endpoint.method.toLowerCase());
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
  });

  test('When an operation is described, then its id is the name that the contract exports, and no other has it', () => {
    expect(described.map(({ operationId }) => operationId).toSorted()).toEqual(
      operations.map(({ id }) => id).toSorted(),
    );
    expect(paths['/api/connections']?.['get']?.operationId).toBe('listConnections');
    expect(paths['/api/migrations']?.['get']?.operationId).toBe('listMigrations');
  });

  test('When an operation is described, then it has one tag, and the document describes all tags', () => {
    expect(described.filter((operation) => operation.tags.length !== 1)).toEqual([]);
    expect(new Set(described.flatMap((operation) => operation.tags))).toEqual(
      new Set(tags.map(({ name }) => name)),
    );
    expect(paths['/api/migrations/all']?.['get']?.tags).toEqual(['Companies']);
    expect(paths['/api/migrations/{id}']?.['get']?.tags).toEqual(['Migrations']);
  });

  test('When an operation takes an Idempotency-Key, then it says so, and no other one does', () => {
    const saying = described.filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    const taking = operations.filter(({ endpoint }) => endpoint.idempotent);
    expect(saying.map(({ operationId }) => operationId).toSorted()).toEqual(
      taking.map(({ id }) => id).toSorted(),
    );
    expect(taking.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['createMigration', 'inviteColleague']),
    );
    expect(paths['/api/migrations']?.['post']?.parameters).toContainEqual({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: expect.stringContaining('answers what the first one answered'),
      schema: { type: 'string', minLength: 8, maxLength: 128, pattern: expect.any(String) },
    });
  });
});
