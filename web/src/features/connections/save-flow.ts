import { ApiError, type Connection, type NewConnection, type PropertyResult } from '@ridgeline/contracts';

export type StepName = 'properties' | 'creation' | 'acculynx' | 'hubspot';
export type StepState = 'waiting' | 'in-progress' | 'complete' | 'error';

interface SaveStep {
  readonly name: StepName;
  readonly state: StepState;
}

/** The steps of a save as they stand; each is what is really being done at that moment. */
export type SaveSteps = readonly SaveStep[];

/** What the save needs from outside. */
export interface SaveFlowOptions {
  /** Checks (false) or creates (true) the HubSpot properties of a migration. */
  readonly validate: (createProperties: boolean) => Promise<PropertyResult>;
  readonly create: () => Promise<Connection>;
  /** Asks the person about missing properties: create them, go on without them, or stop. */
  readonly confirm: (missing: PropertyResult) => Promise<'create' | 'leave' | 'cancel'>;
  readonly onSteps: (steps: SaveSteps) => void;
  readonly wait: (ms: number) => Promise<void>;
}

export type SaveOutcome =
  | { readonly outcome: 'saved'; readonly connection: Connection }
  | { readonly outcome: 'cancelled' }
  /** Without a step when no single one is to blame. */
  | { readonly outcome: 'failed'; readonly step: StepName | null; readonly error: unknown };

const stepShownMs = 1000;
const afterCreationMs = 2000;

const missingCount = ({ contacts, deals }: PropertyResult): number =>
  contacts.missingProperties.length + deals.missingProperties.length;

/** The step that a vendor's refusal belongs to, whichever call it was that told of it. */
const stepsByCode: Readonly<Record<string, StepName>> = {
  'connection.acculynx_refused': 'acculynx',
  'connection.acculynx_unreachable': 'acculynx',
  'connection.hubspot_refused': 'hubspot',
  'connection.hubspot_scope_missing': 'hubspot',
  'connection.hubspot_unreachable': 'hubspot',
};

/** Which step failed: of several done by one call the one that the answer names, and AccuLynx's in any case. */
function failedStep(running: readonly StepName[], error: unknown): StepName | null {
  const named = error instanceof ApiError ? (stepsByCode[error.code ?? ''] ?? null) : null;
  if (named === 'acculynx') return named;
  const [first, ...others] = running;
  return others.length === 0 && first ? first : named;
}

/** Runs a save: check the properties, ask about missing ones, create them, then try both accounts and store. */
export async function saveConnection(options: SaveFlowOptions): Promise<SaveOutcome> {
  const { validate, create, confirm, onSteps, wait } = options;
  let steps: SaveSteps = [
    { name: 'properties', state: 'waiting' },
    { name: 'acculynx', state: 'waiting' },
    { name: 'hubspot', state: 'waiting' },
  ];
  const mark = (names: readonly StepName[], state: StepState) => {
    steps = steps.map((step) => (names.includes(step.name) ? { ...step, state } : step));
    onSteps(steps);
  };
  /** Does the steps of one call and shows them for their second, also when it fails. */
  const run = async <T>(names: readonly StepName[], work: () => Promise<T>): Promise<T> => {
    mark(names, 'in-progress');
    const [result] = await Promise.allSettled([work(), wait(stepShownMs)]);
    if (result.status === 'fulfilled') {
      mark(names, 'complete');
      return result.value;
    }
    const step = failedStep(names, result.reason);
    mark(names, 'waiting');
    if (step) mark([step], 'error');
    throw new StepFailed(step, result.reason);
  };

  try {
    const found = await run(['properties'], () => validate(false));
    if (missingCount(found) > 0) {
      mark(['properties'], 'in-progress');
      const answer = await confirm(found);
      if (answer === 'cancel') return { outcome: 'cancelled' };
      mark(['properties'], 'complete');
      if (answer === 'create') {
        steps = [...steps.slice(0, 1), { name: 'creation', state: 'waiting' }, ...steps.slice(1)];
        await run(['creation'], () => validate(true));
        await wait(afterCreationMs);
      }
    }
    return { outcome: 'saved', connection: await run(['acculynx', 'hubspot'], create) };
  } catch (error) {
    if (error instanceof StepFailed) return { outcome: 'failed', step: error.step, error: error.reason };
    throw error;
  }
}

class StepFailed extends Error {
  readonly step: StepName | null;
  readonly reason: unknown;

  constructor(step: StepName | null, reason: unknown) {
    super(`The step ${step ?? 'of a save'} failed`, { cause: reason });
    this.step = step;
    this.reason = reason;
  }
}

/** The field that a vendor's refusal is about. */
export function blamedField(error: unknown): keyof NewConnection | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'connection.acculynx_refused') return 'acculynxApiKey';
  const hubspot = ['connection.hubspot_refused', 'connection.hubspot_scope_missing'];
  return error.code && hubspot.includes(error.code) ? 'hubspotPat' : null;
}
