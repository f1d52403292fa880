import kafkajs from 'kafkajs';

/** The error that kafkajs creates for a broker's answer of this type. */
export function answered(type: string): Error {
  return Object.assign(new kafkajs.KafkaJSProtocolError(type), { type });
}
