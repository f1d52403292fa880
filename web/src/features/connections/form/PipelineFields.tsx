import { sentence } from '../../../api/error-policy.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { SelectField } from '../../../ui/form/ChoiceFields.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import type { ConnectionValues } from './connection-values.ts';
import { choices, pipelineChoices, stageChoices, type Pipelines } from './use-pipelines.ts';

interface PipelineFieldsProps {
  readonly form: Form<ConnectionValues>;
  readonly pipelines: Pipelines;
}

const goneText = (noun: string) =>
  `This ${noun} was deleted in HubSpot. Choose another one; with this one, no job can be migrated.`;

/** Where new deals start: the pipeline and its stage, chosen from the portal's lists. */
export function PipelineFields({ form, pipelines }: PipelineFieldsProps) {
  const { values, errors } = form;
  const known = pipelines.known.state === 'loaded' ? pipelines.known.pipelines : null;
  const pipeline = choices(
    'Default: the portal’s own',
    known && pipelineChoices(known),
    values.defaultDealPipeline,
    'pipeline',
  );
  const stage = choices(
    'Default: the first stage',
    stageChoices(known, values.defaultDealPipeline),
    values.defaultDealStage,
    'stage',
  );
  return (
    <div className="pipeline-fields">
      <div className="fields-pair">
        <SelectField
          label="Deal pipeline"
          help="Where jobs go as deals"
          error={errors.defaultDealPipeline ?? (pipeline.gone ? goneText('pipeline') : undefined)}
          value={values.defaultDealPipeline}
          options={pipeline.options}
          onChange={(chosen) => {
            form.setAll({ defaultDealPipeline: chosen, defaultDealStage: '', dealStageByMilestone: {} });
          }}
        />
        <SelectField
          label="Deal stage"
          help="Where a new deal begins"
          error={errors.defaultDealStage ?? (stage.gone ? goneText('stage') : undefined)}
          value={values.defaultDealStage}
          options={stage.options}
          onChange={(chosen) => {
            form.set('defaultDealStage', chosen);
          }}
        />
      </div>
      <PipelineState pipelines={pipelines} />
    </div>
  );
}

/** The loading state of the lists, in a line that always keeps its place. */
function PipelineState({ pipelines: { known, askable, load } }: { readonly pipelines: Pipelines }) {
  switch (known.state) {
    case 'loaded':
      return (
        <p role="status" className="field-note">
          {known.pipelines.length === 1
            ? 'The portal has one pipeline.'
            : `The portal has ${known.pipelines.length} pipelines.`}
        </p>
      );
    case 'loading':
      return (
        <p role="status" className="field-note">
          Asking HubSpot for the portal’s pipelines…
        </p>
      );
    case 'unknown':
      return (
        <p className="field-note">
          {askable ? (
            <Button look="link" onClick={load}>
              Show the portal’s pipelines
            </Button>
          ) : (
            'The portal’s pipelines can be chosen here once the token is entered.'
          )}
        </p>
      );
    case 'failed':
      return (
        <p role="status" className="field-note">
          The pipelines could not be read: {sentence(known.reason)} The default stays possible.{' '}
          <Button look="link" onClick={load}>
            Try again
          </Button>
        </p>
      );
  }
}
