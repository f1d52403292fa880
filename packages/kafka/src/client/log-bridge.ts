import type { Logger } from '@ridgeline/kit';
import { logLevel, type LogEntry } from 'kafkajs';

/**
 * Sends what kafkajs logs to our logger, one level lower. kafkajs calls a lost connection that it is about to retry an
 * error; whether something really failed is decided, and logged, by who called.
 */
export function logBridge(logger: Logger): (entry: LogEntry) => void {
  return ({ namespace, level, log }) => {
    const { message, ...facts } = log;
    const line = { kafkajs: { namespace, ...facts, timestamp: undefined, stack: undefined } };
    if (level === logLevel.ERROR) logger.warn(line, message);
    else if (level === logLevel.WARN) logger.info(line, message);
    else logger.debug(line, message);
  };
}
