import {
  createConnection,
  validateHubspotProperties,
  type Connection,
  type NewConnection,
  type PropertyResult,
} from '@ridgeline/contracts';
import { useState } from 'react';
import { useCommand } from '../../api/use-command.ts';
import { saveConnection, type SaveOutcome, type SaveSteps } from './save-flow.ts';

type Answer = 'create' | 'leave' | 'cancel';

/** The question about missing properties, open until it is answered. */
export interface MissingQuestion {
  readonly missing: PropertyResult;
  readonly answer: (answer: Answer) => void;
}

export interface SaveConnection {
  /** Null before a save and after a cancelled one. */
  readonly steps: SaveSteps | null;
  readonly question: MissingQuestion | null;
  readonly save: (values: NewConnection) => Promise<SaveOutcome>;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Runs the save flow for the form and holds what it shows. */
export function useSaveConnection(): SaveConnection {
  const validate = useCommand(validateHubspotProperties);
  const create = useCommand(createConnection);
  const [steps, setSteps] = useState<SaveSteps | null>(null);
  const [question, setQuestion] = useState<MissingQuestion | null>(null);

  const confirm = (missing: PropertyResult) =>
    new Promise<Answer>((resolve) => {
      setQuestion({
        missing,
        answer: (answer) => {
          setQuestion(null);
          resolve(answer);
        },
      });
    });

  return {
    steps,
    question,
    save: async (values) => {
      const { acculynxApiKey, hubspotPat } = values;
      const outcome = await saveConnection({
        validate: (createProperties) => validate({ body: { acculynxApiKey, hubspotPat, createProperties } }),
        create: (): Promise<Connection> => create({ body: values }),
        confirm,
        onSteps: setSteps,
        wait,
      });
      if (outcome.outcome === 'cancelled') setSteps(null);
      return outcome;
    },
  };
}
