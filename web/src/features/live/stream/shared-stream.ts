import type { LiveReader } from '@ridgeline/contracts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { joinElection } from './lead.ts';
import type { LiveSignal, Tell } from './receive.ts';

/** How often a tab checks the stream, in milliseconds. */
const beatMs = 5_000;
/** A leader that left two questions unanswered is frozen. */
const goneAfterMs = beatMs + 2_000;
/** A check this late means that the machine slept. Browsers slow the timers of hidden tabs to one per minute. */
const sleptAfterMs = { visible: 20_000, hidden: 90_000 } as const;

/** Messages between tabs. The term identifies the leader that sent it; a higher term means that another tab has taken over. */
type Message =
  | { readonly type: 'ask'; readonly woken: boolean }
  | { readonly type: 'tell'; readonly term: number; readonly signal: LiveSignal };

/** The version in the name separates tabs of different app versions. */
const nameOf = ({ userId, companyId }: LiveReader): string => `ridgeline.live.1 ${userId} ${companyId}`;

const isVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Joins this browser's one stream: one tab holds it and passes events to the others. While visible, these check on the
 * leader and take over if it does not answer. Returns a function that leaves.
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
    // Ignore a tab that has lost the lead without noticing.
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
    // Messages sent during sleep may be lost; the leader's answer that it is connected makes the page refetch.
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
 * Takes part in the browser's stream while the page is active. A page that the browser freezes or puts into the
 * back/forward cache leaves; when it resumes, it joins again and refetches what it missed. Returns a function that ends
 * this.
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
