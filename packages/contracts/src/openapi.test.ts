import { describe, expect, test } from '@jest/globals';
import { openApiDocument, publicEndpoints } from './openapi.ts';

describe('The OpenAPI document', () => {
  test('When it is made, then every public endpoint is in it and no internal one', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, unknown>> };
    for (const { path, method } of publicEndpoints) expect(paths[path]).toHaveProperty(method.toLowerCase());
    expect(Object.keys(paths).filter((path) => !path.startsWith('/api/'))).toEqual([]);
    expect(publicEndpoints.length).toBeGreaterThan(10);
  });
});
