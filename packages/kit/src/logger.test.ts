import { describe, expect, test } from '@jest/globals';
import { createLogger, withLogContext } from './logger.ts';

function collectingLogger() {
  const lines: string[] = [];
  const logger = createLogger({ service: 'test' }, { write: (line: string) => void lines.push(line) });
  return { logger, lines };
}

describe('Logs', () => {
  test('When a secret is logged by mistake, then its value does not appear', () => {
    const { logger, lines } = collectingLogger();
    const secret = 'pat-na1-canary';
    logger.info({ hubspotPat: secret, body: { acculynxApiKey: secret, deep: { token: secret } } }, 'saved');
    expect(lines.join('')).not.toContain(secret);
    expect(lines.join('')).toContain('[secret]');
  });

  test('When work runs with ids, then each of its lines carries them, the nested ones too', () => {
    const { logger, lines } = collectingLogger();
    withLogContext({ requestId: 'r-1' }, () => {
      withLogContext({ migrationId: 7 }, () => logger.info('inside'));
      logger.info('outside');
    });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'r-1', migrationId: 7, msg: 'inside' });
    expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('migrationId');
  });

  test('When a name holds a line break, then it cannot forge a line', () => {
    const { logger, lines } = collectingLogger();
    logger.info({ name: 'x\n{"level":"fatal"}' }, 'saved');
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd().split('\n')).toHaveLength(1);
  });
});
