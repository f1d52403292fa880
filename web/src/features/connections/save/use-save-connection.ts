import {
  validateHubspotProperties,
  type ConnectionDetail,
  type PropertyResult,
  type SaveStepName,
  type TypedCredentials,
} from '@ridgeline/contracts';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCommand, wait } from '../../../api/command.ts';
import { mayRetry } from '../../../api/error-policy.ts';
import { isAboutWebhook, saveConnection, type MissingAnswer, type SaveOutcome } from './save-flow.ts';
import { playSteps, type SaveSteps, type StepPlayback } from './save-steps.ts';
import { forgetSave, rememberSave, useSaveSteps } from './saves-under-way.ts';

/** The question about missing properties, open until it is answered. */
interface MissingQuestion {
  readonly missing: PropertyResult;
  readonly answer: (answer: MissingAnswer) => void;
}

/** A save that ended with an error of the webhook; it stays in sight until it is closed. */
interface HaltedSave {
  readonly error: Error;
  readonly close: () => void;
}

interface SaveRequest {
  readonly userId: number;
  readonly form: string;
  readonly name: string;
  /** The credentials, and the connection that they belong to: the edited or copied one. */
  readonly credentials: TypedCredentials & {
    readonly connectionId?: number | undefined;
    readonly sourceConnectionId?: number | undefined;
  };
  /** Creates the connection or changes it, under the id of the operation. */
  readonly store: (operationId: string) => Promise<ConnectionDetail>;
  /** All that is stored: saving the same again has the same operation. */
  readonly fingerprint: string;
}

export interface ConnectionSave {
  /** Null before a save and after one that ended. */
  readonly steps: SaveSteps | null;
  readonly question: MissingQuestion | null;
  readonly halted: HaltedSave | null;
  readonly save: (request: SaveRequest) => Promise<SaveOutcome>;
}

/** Runs the save flow for the form and holds what it shows. */
export function useSaveConnection(): ConnectionSave {
  const validate = useCommand(validateHubspotProperties);
  const [steps, setSteps] = useState<SaveSteps | null>(null);
  const [question, setQuestion] = useState<MissingQuestion | null>(null);
  const [halted, setHalted] = useState<HaltedSave | null>(null);
  const playback = useRef<StepPlayback>(null);
  const toldFailure = useRef<SaveStepName>(null);
  const operationFor = useOperationIds();
  const watch = useSaveSteps((told) => {
    for (const { step, state, text } of told) {
      if (state === 'complete') playback.current?.done(step, text);
      if (state === 'error') toldFailure.current = step;
      // The call is repeated after it failed.
      else if (toldFailure.current === step) toldFailure.current = null;
    }
  });
  const open = useRef<MissingQuestion>(null);
  useEffect(
    () => () => {
      // The form is gone, so the user can no longer answer.
      open.current?.answer('cancel');
    },
    [],
  );

  const confirm = (missing: PropertyResult) =>
    new Promise<MissingAnswer>((resolve) => {
      const asked = {
        missing,
        answer: (answer: MissingAnswer) => {
          open.current = null;
          setQuestion(null);
          resolve(answer);
        },
      };
      open.current = asked;
      setQuestion(asked);
    });

  const stayUntilClosed = (error: Error) =>
    new Promise<void>((resolve) => {
      setHalted({ error, close: resolve });
    });

  return {
    steps,
    question,
    halted,
    save: async ({ userId, form, name, credentials, store, fingerprint }) => {
      const operationId = operationFor(fingerprint);
      const player = playSteps({ onSteps: setSteps, wait });
      playback.current = player;
      toldFailure.current = null;
      watch(operationId);
      const outcome = await saveConnection({
        validate: (createProperties) => validate({ body: { ...credentials, createProperties, operationId } }),
        store: () => store(operationId),
        confirm,
        playback: player,
        toldFailure: () => toldFailure.current,
        onCall: (call) => {
          rememberSave({ operationId, userId, form, name, storing: call === 'save' });
        },
        wait,
      });
      watch(null);
      forgetSave();
      if (outcome.outcome === 'failed') {
        if (!mayRetry(outcome.error)) operationFor.forget();
        const { step, error } = outcome;
        if (step === 'webhook' && error instanceof Error && isAboutWebhook(error.message))
          await stayUntilClosed(error);
      }
      // The form is there again before it learns what was wrong, and can take the focus.
      if (outcome.outcome !== 'saved')
        flushSync(() => {
          setHalted(null);
          setSteps(null);
        });
      return outcome;
    },
  };
}

/** One id per save; a repeated save keeps it as long as its outcome is unknown. */
function useOperationIds() {
  const undecided = useRef<{ readonly fingerprint: string; readonly operationId: string }>(null);
  const operationFor = (fingerprint: string): string => {
    if (undecided.current?.fingerprint !== fingerprint)
      undecided.current = { fingerprint, operationId: crypto.randomUUID() };
    return undecided.current.operationId;
  };
  operationFor.forget = () => {
    undecided.current = null;
  };
  return operationFor;
}
