import type { LiveReader } from '@ridgeline/contracts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { joinElection } from './lead.ts';
import type { LiveSignal, Tell } from './receive.ts';

/** How often a tab looks whether all is well, in milliseconds. */
const beatMs = 5_000;
/** A leader that left two questions unanswered is frozen. */
const goneAfterMs = beatMs + 2_000;
/** A beat that is so late was slept through. Browsers slow the timers of hidden tabs down to one in a minute. */
const sleptAfterMs = { visible: 20_000, hidden: 90_000 } as const;

/** What tabs tell each other. The term is that of the leader who tells: a later one has taken over. */
type Message =
  | { readonly type: 'ask'; readonly woken: boolean }
  | { readonly type: 'tell'; readonly term: number; readonly signal: LiveSignal };

/** A tab of another version of the app speaks on a channel of another version. */
const nameOf = ({ userId, companyId }: LiveReader): string => `ridgeline.live.1 ${userId} ${companyId}`;

const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Joins the one stream of this browser: one tab holds it and tells the others, which ask it whether all is well while
 * the user looks at them, and take over when it does not answer. Returns the function that leaves.
 */
export function joinStream(reader: LiveReader, onSignal: Tell): () => void {
  const name = nameOf(reader);
  const channel = new BroadcastChannel(name);
  let stream: EventStream | null = null;
  let term = 0;
  let heardAt = Date.now();
  let beatAt = Date.now();

  const post = (message: Message) => {
    channel.postMessage(message);
  };
  const tell: Tell = (signal) => {
    onSignal(signal);
    post({ type: 'tell', term, signal });
  };
  const candidacy = joinElection(name, () => {
    term = Math.max(term + 1, Date.now());
    tell({ type: 'lost' });
    const opened = openEventStream(reader, tell);
    stream = opened;
    return () => {
      stream = null;
      heardAt = Date.now();
      opened.close();
    };
  });
  const hear = (message: Message) => {
    if (message.type === 'ask') {
      if (!stream) return;
      if (message.woken) stream.wake();
      else stream.check();
      tell({ type: stream.isConnected() ? 'connected' : 'lost' });
      return;
    }
    // One that leads no more, and does not know it yet, is not listened to.
    if (stream || message.term < term) return;
    ({ term } = message);
    heardAt = Date.now();
    onSignal(message.signal);
  };
  const look = (woken: boolean) => {
    if (!stream) post({ type: 'ask', woken });
    else if (woken) stream.wake();
    else stream.check();
  };
  const wake = () => {
    heardAt = Date.now();
    // What the others told since then may not have come: their answer that all is well makes the page fetch.
    if (!stream) onSignal({ type: 'lost' });
    look(true);
  };
  const hasSlept = (): boolean => {
    const late = Date.now() - beatAt - beatMs;
    beatAt = Date.now();
    return late > sleptAfterMs[document.visibilityState];
  };
  const beat = () => {
    if (hasSlept()) wake();
    else if (stream) look(false);
    else if (isVisible() && Date.now() - heardAt > goneAfterMs) candidacy.take();
    else if (isVisible()) look(false);
  };
  const seen = () => {
    if (!isVisible()) return;
    heardAt = Date.now();
    if (hasSlept()) wake();
    else look(true);
  };
  const online = () => {
    onSignal({ type: 'online' });
    stream?.reconnect();
  };
  const offline = () => {
    onSignal({ type: 'offline' });
    stream?.pause();
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    hear(data);
  });
  const timer = setInterval(beat, beatMs);
  document.addEventListener('visibilitychange', seen);
  window.addEventListener('online', online);
  window.addEventListener('offline', offline);
  look(false);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', seen);
    window.removeEventListener('online', online);
    window.removeEventListener('offline', offline);
    candidacy.leave();
    channel.close();
  };
}

/**
 * Takes part in the browser's stream while the page lives. A page that the browser puts aside, to be frozen or shown
 * again by 'back', leaves it to the other tabs; when it is back it joins again, and has missed what happened. Returns
 * the function that ends it.
 */
export function followStream(reader: LiveReader, onSignal: Tell): () => void {
  let leave: (() => void) | null = joinStream(reader, onSignal);
  const putAside = () => {
    leave?.();
    leave = null;
    onSignal({ type: 'lost' });
  };
  const resume = () => {
    leave ??= joinStream(reader, onSignal);
  };
  window.addEventListener('pagehide', putAside);
  window.addEventListener('pageshow', resume);
  document.addEventListener('freeze', putAside);
  document.addEventListener('resume', resume);
  return () => {
    window.removeEventListener('pagehide', putAside);
    window.removeEventListener('pageshow', resume);
    document.removeEventListener('freeze', putAside);
    document.removeEventListener('resume', resume);
    leave?.();
  };
}
