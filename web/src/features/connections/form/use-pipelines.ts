import {
  isMask,
  listDealPipelines,
  typedCredentialsSchema,
  type DealPipelineChoice,
} from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommand } from '../../../api/command.ts';
import { failureText } from '../../../api/error-policy.ts';

/** What is known of the portal's pipelines, for one token. */
type Known =
  | { readonly state: 'unknown' | 'loading' }
  | { readonly state: 'loaded'; readonly pipelines: readonly DealPipelineChoice[] }
  | { readonly state: 'failed'; readonly reason: string };

export interface Pipelines {
  readonly known: Known;
  /** Whether a token is there with which they can be asked for. */
  readonly askable: boolean;
  readonly load: () => void;
}

const unknown: Known = { state: 'unknown' };

/**
 * The portal's deal pipelines: asked for immediately with a stored token, on request with a typed one, since each wrong token
 * counts as a try. Another token makes them unknown again.
 */
export function usePipelines(token: string, connectionId: number | null): Pipelines {
  const ask = useCommand(listDealPipelines);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly known: Known } | null>(null);
  const latest = useRef(token);
  useEffect(() => {
    latest.current = token;
  }, [token]);
  const masked = isMask(token);
  const askable =
    typedCredentialsSchema.shape.hubspotPat.safeParse(token).success && (!masked || connectionId !== null);

  const load = async () => {
    const set = (known: Known) => {
      if (latest.current === token) setAnswer({ of: token, known });
    };
    set({ state: 'loading' });
    try {
      const body = { hubspotPat: token, ...(masked && connectionId !== null ? { connectionId } : {}) };
      const { pipelines } = await ask({ body });
      set({ state: 'loaded', pipelines });
    } catch (error) {
      set({ state: 'failed', reason: failureText(error, 'HubSpot did not say why').text });
    }
  };
  const loadStored = useEffectEvent(() => {
    if (askable) void load();
  });
  useEffect(() => {
    if (masked) loadStored();
  }, [masked, token]);

  return {
    known: answer?.of === token ? answer.known : unknown,
    askable,
    load: () => void load(),
  };
}

/** An entry of a list; the empty value is the portal's default. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  readonly options: readonly Choice[];
  /** What is chosen does not exist in the portal any more. */
  readonly gone: boolean;
}

/**
 * The choices of a list with what is chosen among them. While nothing is known of the portal (`known` null) what is
 * chosen stands for itself; once it is known and lacks it, it is marked as deleted.
 */
export function choices(
  defaultLabel: string,
  known: readonly Choice[] | null,
  chosen: string,
  noun: string,
): Choices {
  const first = { value: '', label: defaultLabel };
  if (chosen === '' || known?.some(({ value }) => value === chosen))
    return { options: [first, ...(known ?? [])], gone: false };
  const gone = known !== null;
  const label = gone ? `Deleted in HubSpot (${chosen})` : `The stored ${noun} (${chosen})`;
  return { options: [first, ...(known ?? []), { value: chosen, label }], gone };
}

export const pipelineChoices = (pipelines: readonly DealPipelineChoice[]): Choice[] =>
  pipelines.map(({ id, label }) => ({ value: id, label }));

/** The stages of the chosen pipeline; of the portal's first one, its default, where none is chosen. Null when it is unknown. */
export function stageChoices(
  pipelines: readonly DealPipelineChoice[] | null,
  chosen: string,
): Choice[] | null {
  const of = chosen === '' ? defaultPipeline(pipelines) : pipelines?.find(({ id }) => id === chosen);
  return of?.stages.map(({ id, label }) => ({ value: id, label })) ?? null;
}

/** HubSpot calls the one that each portal begins with `default`; where it was deleted, the first one serves. */
const defaultPipeline = (pipelines: readonly DealPipelineChoice[] | null) =>
  pipelines?.find(({ id }) => id === 'default') ?? pipelines?.[0];
