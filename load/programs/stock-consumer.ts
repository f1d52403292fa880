import { topics } from '@ridgeline/events';
import { Kafka, logLevel, Partitioners } from 'kafkajs';

/** A process with a consumer and a producer of kafkajs as it comes, with its defaults, and nothing to do. */
const brokers = process.argv.slice(2);
const kafka = new Kafka({ clientId: 'idle-stock', brokers, logLevel: logLevel.NOTHING });
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
await producer.connect();
const consumer = kafka.consumer({ groupId: 'idle-stock' });
await consumer.connect();
await consumer.subscribe({ topics: [topics.migrationUpdate.name] });
const joined = new Promise((resolve) => consumer.on(consumer.events.GROUP_JOIN, resolve));
await consumer.run({ eachMessage: () => Promise.resolve() });
await joined;
process.on('disconnect', () => process.exit());
process.send?.('idle');
