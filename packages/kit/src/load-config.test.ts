import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { ConfigError, loadConfig } from './load-config.ts';

const dir = mkdtempSync(join(tmpdir(), 'ridgeline-config-'));
afterAll(() => rmSync(dir, { recursive: true }));

const schema = z.object({
  PORT: z.coerce.number().int(),
  KEY: z.string().min(8),
  NOTE: z.string().optional(),
});

describe('Configuration', () => {
  test('When several values are wrong, then all are named together and no value is shown', () => {
    const load = (): unknown => loadConfig(schema, { PORT: 'many', KEY: 'secret' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: .*; KEY: /);
    expect(load).not.toThrow(/secret/);
  });

  test('When a secret is stored in a file, then it is read from there without the line end', () => {
    const file = join(dir, 'key');
    writeFileSync(file, 'long enough\n');
    expect(loadConfig(schema, { PORT: '1', KEY_FILE: file }).KEY).toBe('long enough');
  });

  test('When a value is given twice, or its file is missing, then the start is refused', () => {
    expect(() => loadConfig(schema, { PORT: '1', KEY: 'long enough', KEY_FILE: '/x' })).toThrow(/not both/);
    expect(() => loadConfig(schema, { PORT: '1', KEY_FILE: join(dir, 'none') })).toThrow(/cannot be read/);
  });

  test('When a value is empty, then it counts as missing', () => {
    expect(() => loadConfig(schema, { PORT: '1', KEY: '' })).toThrow(/KEY/);
  });
});
