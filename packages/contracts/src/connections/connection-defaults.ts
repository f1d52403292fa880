import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const getConnectionDefaults = endpoint({
  method: 'GET',
  path: '/api/connections/new/defaults',
  summary: "What a connection has where nothing was chosen: the address to which AccuLynx' events go",
  access: 'signed-in',
  answer: z.object({ customEventProcessorUrl: z.string() }),
});
