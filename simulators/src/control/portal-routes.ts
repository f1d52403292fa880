import { z } from 'zod';
import { noContent, ok } from '../http/answer.ts';
import { associatedWith } from '../hubspot/associations/association-ends.ts';
import { defaultTypeId } from '../hubspot/portal/association-types.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { portalFinder, typeIn } from './control-portal.ts';
import { found, listAnswer, type ControlRequest, type ControlRoute } from './control-route.ts';
import { propertyControlRoutes } from './property-control-routes.ts';

const objectBody = z.strictObject({ name: z.string().regex(/^[a-z]\w*$/) });
const requirementsBody = z.array(
  z.strictObject({ property: z.string(), stage: z.string().nullable().default(null) }),
);

const pairsBody = z.strictObject({
  inputs: z.array(z.strictObject({ from: z.string(), to: z.string() })),
});

const validationsBody = z.array(
  z.strictObject({
    propertyName: z.string(),
    propertyValidationRules: z.array(
      z.strictObject({
        ruleType: z.string(),
        ruleArguments: z.array(z.string()),
        shouldApplyNormalization: z.boolean().default(false),
      }),
    ),
  }),
);

/** A portal's contents other than records: definitions, associations, pipelines, the rules of its admins. */
export function portalRoutes(simulation: Simulation): ControlRoute[] {
  const portalIn = portalFinder(simulation);
  const typeOf = (request: ControlRequest) => typeIn(portalIn(request), request);
  const base = '/__sim/hubspot/:portalId';
  const pipelinesIn = (request: ControlRequest) => portalIn(request).pipelines(typeOf(request));

  const associations = (request: ControlRequest) => {
    const portal = portalIn(request);
    const [from, to] = [typeIn(portal, request, 'from'), typeIn(portal, request, 'to')];
    const typeId = found(defaultTypeId(from, to), 'pair of object types');
    return [...portal.records(from).all()].flatMap(({ id }) =>
      associatedWith(portal, { from, to, typeId }, id).map(({ toObjectId, associationTypes }) => ({
        fromId: id,
        toId: String(toObjectId),
        labels: associationTypes.flatMap(({ label }) => label ?? []),
      })),
    );
  };

  return [
    ...propertyControlRoutes(simulation),
    {
      method: 'post',
      path: `${base}/objects`,
      about: 'Defines a custom object {name} as the owner of the portal does; answers its {objectTypeId}.',
      handle: (request) => {
        const { name } = objectBody.parse(request.body);
        return { status: 201, body: { objectTypeId: portalIn(request).define(name).typeId } };
      },
    },
    {
      method: 'get',
      path: `${base}/associations/:from/:to`,
      about: 'Lists what is associated, as {fromId, toId, labels}, in the order of its association.',
      handle: (request) => listAnswer(associations(request), request.ndjson),
    },
    {
      method: 'post',
      path: `${base}/associations/:from/:to`,
      about: 'Associates records {inputs: [{from, to}]} as people do in HubSpot.',
      handle: (request) => {
        const portal = portalIn(request);
        const [from, to] = [typeIn(portal, request, 'from'), typeIn(portal, request, 'to')];
        for (const pair of pairsBody.parse(request.body).inputs)
          portal.associations.add(from, pair.from, to, pair.to);
        return noContent();
      },
    },
    {
      method: 'get',
      path: `${base}/pipelines/:object`,
      about: 'Lists the pipelines of a portal with their stages; ?archived=true those that were deleted.',
      handle: (request) => ok(pipelinesIn(request).list(request.query.get('archived') === 'true')),
    },
    {
      method: 'delete',
      path: `${base}/pipelines/:object/:pipelineId`,
      about: 'Deletes a pipeline, with any contents.',
      handle: (request) => {
        pipelinesIn(request).change(request.params['pipelineId'] ?? '', { archived: true });
        return noContent();
      },
    },
    {
      method: 'delete',
      path: `${base}/pipelines/:object/:pipelineId/stages/:stageId`,
      about: 'Deletes a stage, with any contents.',
      handle: (request) => {
        const { pipelineId = '', stageId = '' } = request.params;
        pipelinesIn(request).changeStage(pipelineId, stageId, { archived: true });
        return noContent();
      },
    },
    {
      method: 'put',
      path: `${base}/requirements/:object`,
      about:
        'Sets the admins’ rules [{property, stage?}]: what new records need, or deals that enter a stage; version 2026-09 enforces them.',
      handle: (request) => {
        portalIn(request).require(typeOf(request), requirementsBody.parse(request.body));
        return noContent();
      },
    },
    {
      method: 'put',
      path: `${base}/validations/:object`,
      about:
        'Sets the rules for values [{propertyName, propertyValidationRules: [{ruleType, ruleArguments}]}] that property-validations lists; nothing is refused by them.',
      handle: (request) => {
        portalIn(request).validate(typeOf(request), validationsBody.parse(request.body));
        return noContent();
      },
    },
  ];
}
