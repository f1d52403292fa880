export { eventEnvelope as newEnvelope } from '@ridgeline/kafka';
