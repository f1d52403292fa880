import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { Registry } from 'prom-client';
import { answerCpu } from './answer-cpu.ts';

/** A process with our consumer and producer, and nothing to do. */
const logger = createLogger({ service: 'idle', level: 'silent' });
const brokers = process.argv.slice(2);
const kafka = openKafka({ brokers, clientId: 'idle', logger, metrics: new Registry() });
const topic = topics.migrationUpdate;
await kafka.ensureTopics([topic]);
await kafka.producer();
await kafka.subscribe({ topic, group: 'idle-ours', handler: () => Promise.resolve({ verdict: 'done' }) });
answerCpu();
