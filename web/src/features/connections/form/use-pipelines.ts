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
  /** Whether there is a token that can be used to load them. */
  readonly askable: boolean;
  readonly load: () => void;
}

const unknown: Known = { state: 'unknown' };

/**
 * The portal's deal pipelines: loaded immediately with a stored token, but only on request with a typed one, because each
 * wrong token counts as an attempt. A different token resets them to unknown.
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
  /** The chosen entry no longer exists in the portal. */
  readonly gone: boolean;
}

/**
 * The entries of a list, including the chosen one. While the portal's entries are unknown (`known` is null), the chosen one
 * is labeled as stored; once they are known without it, it is labeled as deleted.
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

/** The stages of the chosen pipeline, or of the portal's default one if none is chosen; null if unknown. */
export function stageChoices(
  pipelines: readonly DealPipelineChoice[] | null,
  chosen: string,
): Choice[] | null {
  const of = chosen === '' ? defaultPipeline(pipelines) : pipelines?.find(({ id }) => id === chosen);
  return of?.stages.map(({ id, label }) => ({ value: id, label })) ?? null;
}

/** HubSpot gives every portal a pipeline with the id `default`; if it was deleted, the first one takes its place. */
const defaultPipeline = (pipelines: readonly DealPipelineChoice[] | null) =>
  pipelines?.find(({ id }) => id === 'default') ?? pipelines?.[0];
