import {
  isMask,
  listDealPipelines,
  typedCredentialsSchema,
  type DealPipelineChoice,
} from '@ridgeline/contracts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '../../../api/error-policy.ts';
import { useCommand } from '../../../api/use-command.ts';

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
 * The portal's deal pipelines: asked for at once with a stored token, by wish with a typed one, since each wrong token
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
