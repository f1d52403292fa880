import type { ValueProblem } from '../answers/validation-errors.ts';
import { DEALS } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import type { Values } from '../portal/record.ts';

const notAllowed = (
  name: string,
  value: string,
  allowed: readonly { readonly id: string }[],
): ValueProblem => ({
  name,
  error: 'INVALID_OPTION',
  message: `${value} was not one of the allowed options: [${allowed.map(({ id }) => id).join(', ')}]`,
});

/**
 * The stage and the pipeline of a deal are exact ids, and the stage belongs to the pipeline; the body is the expected one.
 * A write that names neither is not checked, so that a deal whose stage was deleted can still be changed.
 */
export function stageProblems(portal: Portal, before: Values | null, values: Values): ValueProblem[] {
  const touched = values['pipeline'] !== undefined || values['dealstage'] !== undefined;
  if (before !== null && !touched) return [];
  const pipelines = portal.pipelines(DEALS);
  const after = { ...before, ...values };
  const { pipeline = pipelines.defaultId ?? '', dealstage = '' } = after;
  const found = pipelines.get(pipeline);
  if (found === null) return [notAllowed('pipeline', pipeline, pipelines.list())];
  if (dealstage === '') return portal.behaviour().dealWithoutStage === 'accepted' ? [] : [missingStage];
  return found.stages.some(({ id }) => id === dealstage)
    ? []
    : [notAllowed('dealstage', dealstage, found.stages)];
}

const missingStage: ValueProblem = {
  name: 'dealstage',
  error: 'MISSING_REQUIRED_PROPERTY',
  message: 'Property "dealstage" is required',
};
