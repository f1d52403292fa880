import { ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { refuse } from '../answers/errors.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { definitionScopes, type ObjectTypeName } from '../portal/object-types.ts';
import {
  CONTACT_PIPELINES,
  DEAL_PIPELINES,
  TICKET_PIPELINES,
  type Pipeline,
  type Stage,
} from '../portal/pipelines.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const PIPELINES: Readonly<Record<ObjectTypeName, readonly Pipeline[]>> = {
  contacts: CONTACT_PIPELINES,
  deals: DEAL_PIPELINES,
  companies: [],
  tickets: TICKET_PIPELINES,
};

const unknown = (): never => refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });

function pipelinesIn(request: HubSpotRequest): readonly Pipeline[] {
  const type = objectTypeIn(request);
  requireScope(request, definitionScopes(type));
  return PIPELINES[type.name];
}

const pipelineIn = (request: HubSpotRequest): Pipeline =>
  pipelinesIn(request).find(({ id }) => id === request.params['pipelineId']) ?? unknown();

const stageIn = (request: HubSpotRequest): Stage =>
  pipelineIn(request).stages.find(({ id }) => id === request.params['stageId']) ?? unknown();

/** Pipelines and stages, all of them and one by one (vendors/hubspot.md 11). */
export function pipelineRoutes(): Route<HubSpotCaller>[] {
  const get = (path: string, read: (request: HubSpotRequest) => unknown): Route<HubSpotCaller>[] =>
    crmRoutes('get', 'pipelines', path, (request): Answer => ok(read(request)));
  return [
    ...get('/:object', (request) => ({ results: pipelinesIn(request) })),
    ...get('/:object/:pipelineId', pipelineIn),
    ...get('/:object/:pipelineId/stages', (request) => ({ results: pipelineIn(request).stages })),
    ...get('/:object/:pipelineId/stages/:stageId', stageIn),
  ];
}
