import { noContent, ok, type Answer } from '../../http/answer.ts';
import type { Route } from '../../http/vendor-server.ts';
import { invalid, refuse } from '../answers/errors.ts';
import { definitionScopes, type ObjectType } from '../portal/object-types.ts';
import { pipelineChange, pipelineInput, stageChange, stageInput } from '../portal/pipeline-rules.ts';
import type { PipelineStore } from '../portal/pipeline-store.ts';
import { stageMetadata, type Pipeline, type Stage } from '../portal/pipelines.ts';
import { bodyAs } from '../requests/batch-inputs.ts';
import type { HubSpotCaller } from '../requests/hubspot-rules.ts';
import { crmRoutes, objectTypeIn, requireScope, type HubSpotRequest } from '../requests/versioned.ts';

const unknown = (): never => refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });

function storeIn(request: HubSpotRequest, access: 'read' | 'write'): PipelineStore {
  const type = objectTypeIn(request);
  requireScope(request, access === 'read' ? definitionScopes(type) : [`crm.schemas.${type.name}.write`]);
  return request.subject.portal.pipelines(type);
}

const pipelineIn = (request: HubSpotRequest): Pipeline =>
  storeIn(request, 'read').get(request.params['pipelineId'] ?? '') ?? unknown();

const stageIn = (request: HubSpotRequest): Stage =>
  pipelineIn(request).stages.find(({ id }) => id === request.params['stageId']) ?? unknown();

const created = (request: HubSpotRequest, made: Pipeline | Stage): Answer => ({
  status: 201,
  body: made,
  headers: { Location: `${request.call.path}/${made.id}` },
});

/** By default nothing is checked: records then keep a deleted stage (docs/vendors/hubspot.md, 2). */
function refuseInUse(
  request: HubSpotRequest,
  type: ObjectType,
  property: string,
  ids: readonly string[],
): void {
  if (request.call.query.get('validateReferencesBeforeDelete') !== 'true') return;
  for (const { values } of request.subject.portal.records(type).all())
    if (ids.includes(values[property] ?? '')) invalid(`${property} ${values[property] ?? ''} is in use.`);
}

function archivePipeline(request: HubSpotRequest): Answer {
  const store = storeIn(request, 'write');
  const id = request.params['pipelineId'] ?? '';
  refuseInUse(request, objectTypeIn(request), 'pipeline', [id]);
  store.change(id, { archived: true });
  return noContent();
}

function archiveStage(request: HubSpotRequest): Answer {
  const store = storeIn(request, 'write');
  const id = request.params['stageId'] ?? '';
  refuseInUse(request, objectTypeIn(request), 'dealstage', [id]);
  store.changeStage(request.params['pipelineId'] ?? '', id, { archived: true });
  return noContent();
}

function changeStage(request: HubSpotRequest): Answer {
  const { metadata, ...change } = bodyAs(stageChange, request.body());
  const merged = metadata === undefined ? {} : { metadata: stageMetadata(metadata) };
  const { pipelineId = '', stageId = '' } = request.params;
  return ok(storeIn(request, 'write').changeStage(pipelineId, stageId, { ...change, ...merged }));
}

/** Pipelines and stages: read, created, changed and deleted (docs/vendors/hubspot.md, 11). */
export function pipelineRoutes(): Route<HubSpotCaller>[] {
  const routes = (
    method: Route<HubSpotCaller>['method'],
    path: string,
    handle: (request: HubSpotRequest) => Answer,
  ) => crmRoutes(method, 'pipelines', path, handle);
  const [all, one] = ['/:object', '/:object/:pipelineId'];
  const [stages, stage] = [`${one}/stages`, `${one}/stages/:stageId`];
  return [
    ...routes('get', all, (request) =>
      ok({ results: storeIn(request, 'read').list(request.call.query.get('archived') === 'true') }),
    ),
    ...routes('post', all, (request) =>
      created(request, storeIn(request, 'write').create(bodyAs(pipelineInput, request.body()))),
    ),
    ...routes('get', one, (request) => ok(pipelineIn(request))),
    ...routes('patch', one, (request) => {
      const change = bodyAs(pipelineChange, request.body());
      return ok(storeIn(request, 'write').change(request.params['pipelineId'] ?? '', change));
    }),
    ...routes('delete', one, archivePipeline),
    ...routes('get', stages, (request) => ok({ results: pipelineIn(request).stages })),
    ...routes('post', stages, (request) =>
      created(
        request,
        storeIn(request, 'write').createStage(
          request.params['pipelineId'] ?? '',
          bodyAs(stageInput, request.body()),
        ),
      ),
    ),
    ...routes('get', stage, (request) => ok(stageIn(request))),
    ...routes('patch', stage, changeStage),
    ...routes('delete', stage, archiveStage),
  ];
}
