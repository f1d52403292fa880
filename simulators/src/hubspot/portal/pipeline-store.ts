import { refuse } from '../answers/errors.ts';
import type { ObjectType } from './object-types.ts';
import { checkLabel, checkStage, newId, type PipelineInput, type StageInput } from './pipeline-rules.ts';
import { freshPipelines, stageMetadata, type Pipeline, type Stage } from './pipelines.ts';

const unknown = (): never => refuse(404, { message: 'resource not found', category: 'OBJECT_NOT_FOUND' });

/** The pipelines of one object type in one portal; deleted ones stay readable as archived (docs/vendors/hubspot.md, 11). */
export class PipelineStore {
  readonly #type: ObjectType;
  readonly #now: () => number;
  #pipelines: Pipeline[];

  constructor(type: ObjectType, now: () => number) {
    this.#type = type;
    this.#now = now;
    this.#pipelines = [...freshPipelines(type.name)];
  }

  /** The pipelines with their stages, not in display order; of a live one only the live stages. */
  list(archived = false): Pipeline[] {
    return this.#pipelines
      .filter((pipeline) => pipeline.archived === archived)
      .map((pipeline) => ({ ...pipeline, stages: pipeline.stages.filter((stage) => !stage.archived) }));
  }

  get(id: string): Pipeline | null {
    return this.list().find((pipeline) => pipeline.id === id) ?? null;
  }

  /** The pipeline of a record that names none: HubSpot's own, or the first in display order. */
  get defaultId(): string | null {
    const live = this.list();
    const [first] = live.toSorted((a, b) => a.displayOrder - b.displayOrder);
    return (live.find(({ id }) => id === 'default') ?? first)?.id ?? null;
  }

  /** A stage that is not deleted, in any pipeline. */
  stage(id: string): Stage | null {
    return (
      this.list()
        .flatMap(({ stages }) => stages)
        .find((stage) => stage.id === id) ?? null
    );
  }

  create(input: PipelineInput): Pipeline {
    checkLabel(input.label, this.list());
    const at = this.#timestamp();
    const id = input.pipelineId ?? newId(this.#pipelines.length);
    if (this.#pipelines.some((pipeline) => pipeline.id === id))
      refuse(409, { message: `A pipeline with the id ${id} already exists.`, category: 'CONFLICT' });
    const bare = { id, label: input.label, displayOrder: input.displayOrder };
    this.#pipelines.push({ ...bare, stages: [], createdAt: at, updatedAt: at, archived: false });
    for (const stage of input.stages) this.createStage(id, stage);
    return this.get(id) ?? unknown();
  }

  change(id: string, change: Partial<Pick<Pipeline, 'label' | 'displayOrder' | 'archived'>>): Pipeline {
    const pipeline = this.get(id) ?? unknown();
    if (change.label !== undefined)
      checkLabel(
        change.label,
        this.list().filter((other) => other.id !== id),
      );
    const changed = { ...pipeline, ...change, updatedAt: this.#timestamp() };
    this.#pipelines = this.#pipelines.map((other) => (other.id === id ? changed : other));
    return changed;
  }

  createStage(pipelineId: string, input: StageInput): Stage {
    const pipeline = this.get(pipelineId) ?? unknown();
    checkStage(this.#type, input, pipeline.stages);
    const at = this.#timestamp();
    const stage: Stage = {
      id: input.stageId ?? newId(1_000 + this.#pipelines.flatMap(({ stages }) => stages).length),
      label: input.label,
      displayOrder: input.displayOrder,
      metadata: stageMetadata(input.metadata),
      createdAt: at,
      updatedAt: at,
      archived: false,
      writePermissions: 'CRM_PERMISSIONS_ENFORCEMENT',
    };
    this.#replaceStages(pipelineId, [...pipeline.stages, stage]);
    return stage;
  }

  changeStage(pipelineId: string, stageId: string, change: Partial<Stage>): Stage {
    const pipeline = this.get(pipelineId) ?? unknown();
    const stage = pipeline.stages.find(({ id }) => id === stageId) ?? unknown();
    const changed = { ...stage, ...change, updatedAt: this.#timestamp() };
    if (change.archived !== true) {
      const others = pipeline.stages.filter(({ id }) => id !== stageId);
      checkStage(this.#type, changed, others);
    }
    this.#replaceStages(
      pipelineId,
      pipeline.stages.map((other) => (other.id === stageId ? changed : other)),
    );
    return changed;
  }

  #replaceStages(pipelineId: string, stages: readonly Stage[]): void {
    this.#pipelines = this.#pipelines.map((pipeline) =>
      pipeline.id === pipelineId ? { ...pipeline, stages } : pipeline,
    );
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString();
  }
}
