import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import type { ChangeStream } from '../simulation/change-stream.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { found, type ControlRequest, type ControlRoute } from './control-route.ts';

const MAX_CHANGES = 200_000;
const ids = z.array(z.string()).exactOptional();
const share = z.number().min(0).max(1);
const streamBody = z
  .strictObject({
    companies: z.array(z.strictObject({ companyId: z.string(), contacts: ids, jobs: ids })).min(1),
    perSecond: z.number().positive(),
    seconds: z.number().positive(),
    jobsShare: share.default(0.5),
    newShare: share.default(0.1),
    distinctShare: share.default(0.95),
    seed: z.int().nonnegative().default(1),
  })
  .refine(({ perSecond, seconds }) => perSecond * seconds <= MAX_CHANGES, {
    error: `A stream makes up to ${MAX_CHANGES} changes.`,
  });

const summary = (id: string, { state, planned, startedAt, changes }: ChangeStream) => ({
  id: Number(id),
  state,
  planned,
  made: changes.length,
  startedAt: new Date(startedAt).toISOString(),
  changes,
});

/** Streams of changes to AccuLynx' records, made by the simulators themselves. */
export function streamRoutes({ streams }: Simulation): ControlRoute[] {
  const streamIn = ({ params }: ControlRequest): ChangeStream =>
    found(streams.get(Number(params['streamId'])), 'stream');
  const path = '/__sim/streams';
  return [
    {
      method: 'post',
      path,
      about:
        'Starts a stream of numbered changes {companies: [{companyId, contacts, jobs}], perSecond, seconds, jobsShare, newShare, distinctShare, seed}; without ids of contacts and jobs all may be changed. Answers its id.',
      handle: ({ body }) => {
        const spec = streamBody.parse(body);
        const { id, stream } = streams.start(spec);
        return { status: 201, body: { id, planned: stream.planned } };
      },
    },
    {
      method: 'get',
      path: `${path}/:streamId`,
      about: 'Shows a stream: its state, and every change {companyId, list, action, id, number, at}.',
      handle: (request) => ok(summary(request.params['streamId'] ?? '', streamIn(request))),
    },
    {
      method: 'delete',
      path: `${path}/:streamId`,
      about: 'Stops a stream; what it changed stays.',
      handle: (request) => {
        streamIn(request).stop();
        return noContent();
      },
    },
  ];
}
