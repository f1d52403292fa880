import express, { type Express, type Request, type Response } from 'express';
import { ZodError, z } from 'zod';
import { Refusal, encode, type Answer } from '../http/answer.ts';
import { disturbancesSchema, type Disturbances } from '../configuration/settings.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { controlError, type ControlRequest, type ControlRoute } from './control-route.ts';
import { faultRoutes } from './fault-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { streamRoutes } from './stream-routes.ts';
import { worldRoutes } from './world-routes.ts';

const requestOf = (request: Request): ControlRequest => {
  const url = new URL(request.url, 'http://control.invalid');
  return {
    params: Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join('/') : value,
      ]),
    ),
    query: url.searchParams,
    body: request.body ?? {},
    ndjson: url.searchParams.get('format') === 'ndjson' || (request.headers.accept ?? '').includes('ndjson'),
  };
};

const send = (response: Response, answer: Answer): void => {
  const { payload, contentType } = encode(answer);
  response.status(answer.status);
  if (contentType !== null) response.setHeader('Content-Type', contentType);
  response.end(payload);
};

/** The answer to an error: the caller's mistake, or the control API's own. */
function errorAnswer(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer;
  if (error instanceof ZodError) return controlError(400, z.prettifyError(error));
  if (error instanceof RangeError) return controlError(409, error.message);
  if (error instanceof SyntaxError) return controlError(400, 'The body is not JSON.');
  return controlError(500, 'The control API failed.');
}

/** How the events of a call's changes are disturbed. */
const disturbancesOf = ({ query }: ControlRequest): Disturbances =>
  disturbancesSchema.parse(JSON.parse(query.get('disturbances') ?? '{}'));

const index = (routes: readonly ControlRoute[]): Answer => ({
  status: 200,
  body: {
    about:
      'Control API of the simulators. Lists take ?format=ndjson; bodies are JSON. Any change takes ?disturbances={"lost":1}, which holds for its events in place of the settings.',
    endpoints: routes.map(({ method, path, about }) => ({ method: method.toUpperCase(), path, about })),
  },
});

/** The control API under `/__sim`; it bypasses the vendors' limits, faults and log. */
export function controlServer(simulation: Simulation): Express {
  const routes = [
    ...worldRoutes(simulation),
    ...faultRoutes(simulation),
    ...requestRoutes(simulation),
    ...objectRoutes(simulation),
    ...streamRoutes(simulation),
  ];
  const app = express().disable('x-powered-by').disable('etag');
  app.use(express.json({ limit: '50mb', type: () => true }));
  app.get('/__sim', (_request, response) => {
    send(response, index(routes));
  });
  for (const route of routes) {
    app[route.method](route.path, (request: Request, response: Response) => {
      const call = requestOf(request);
      const handle = (): Answer => route.handle(call);
      send(response, simulation.deliveries.disturbed(disturbancesOf(call), handle));
    });
  }
  app.use((_request, response) => {
    send(response, controlError(404, 'Unknown endpoint; GET /__sim lists them all.'));
  });
  app.use((error: unknown, _request: Request, response: Response, next: (error: unknown) => void) => {
    if (response.headersSent) next(error);
    else send(response, errorAnswer(error));
  });
  return app;
}
