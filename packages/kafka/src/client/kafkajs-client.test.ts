import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { logLevel } from 'kafkajs';
import { logBridge } from './kafkajs-client.ts';

describe('The log of kafkajs', () => {
  test('An error that kafkajs logs becomes a warning with its fields and without its stack', () => {
    const lines: string[] = [];
    const log = logBridge(createLogger({ service: 'test' }, { write: (line) => void lines.push(line) }));
    const facts = { timestamp: 'now', message: 'Connection error', broker: 'b:1', stack: 'at …' };
    log({ namespace: 'Connection', level: logLevel.ERROR, label: 'ERROR', log: facts });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: 'Connection error',
      kafkajs: { namespace: 'Connection', broker: 'b:1' },
    });
    expect(lines[0]).not.toContain('at …');
  });
});
