import type { Writable } from 'node:stream';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { KeyedLimiter, type Logger } from '@ridgeline/kit';
import { counter, gauge, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { mayGoOn } from '../access/revoked-access.ts';
import { isOver } from '../rates/company-shares.ts';
import type { SignedIn } from '../sessions/signed-in.ts';
import { downloadDefinitions } from '../metric-definitions.ts';

/** Why a download ended. */
type DownloadEnd = LabelsOf<typeof downloadDefinitions.downloadEnds.labels>['reason'];

/** What downloads measure. */
type DownloadMetrics = ReturnType<typeof createDownloadMetrics>;

/** The downloads' metrics, on the service's registry. */
export function createDownloadMetrics(registry: Registry) {
  return {
    open: gauge(registry, downloadDefinitions.downloads),
    ends: counter(registry, downloadDefinitions.downloadEnds),
  };
}

/** What downloads work with. */
export interface DownloadParts {
  readonly metrics: DownloadMetrics;
  readonly logger: Logger;
  /** What the users of these sessions may do now; a session that is over is left out. */
  readonly accessOf: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, AccessRecord>>;
  /** How long a reader may accept no data. */
  readonly stallMs: number;
}

interface Download {
  readonly who: SignedIn;
  readonly response: Writable;
  /** When the reader last kept up, in milliseconds of the process' clock. */
  progressAt: number;
}

/** Concurrent downloads in this process; any beyond these limits are refused. */
const perPerson = { running: 3, waiting: 0 };
const perCompany = { running: 6, waiting: 0 };
const inAll = { running: 64, waiting: 0 };

/** One connection to a service for each possible download, so that an admitted download never waits for another. */
export const downloadConnections = { connections: inAll.running, waiting: inAll.running };

const maxBetweenChecksMs = 5_000;

/**
 * The downloads in progress. Each holds a connection to a service for as long as its reader takes, so they are limited per
 * user, per company and in total. A reader that accepts no data is cut off, and so is one whose access or session ends.
 */
export class Downloads implements Disposable {
  readonly #parts: DownloadParts;
  readonly #people = new KeyedLimiter(perPerson);
  readonly #companies = new KeyedLimiter(perCompany);
  readonly #all = new KeyedLimiter(inAll);
  readonly #open = new Set<Download>();
  readonly #timer: NodeJS.Timeout;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
    const everyMs = Math.min(maxBetweenChecksMs, parts.stallMs / 2);
    this.#timer = setInterval(() => void this.#look(), everyMs);
    this.#timer.unref();
  }

  /** Runs `send`, which writes the response; settles when the response is over. Throws `request.too_many`. */
  hold(who: SignedIn, response: Writable, send: () => void): Promise<void> {
    const { userId, companyId } = who.user;
    const sent = () => this.#send(who, response, send);
    const inAllTurns = () => this.#all.take('all', sent);
    const inCompany = () => this.#companies.take(companyId, inAllTurns);
    return this.#people.take(String(userId), inCompany);
  }

  /** Ends the downloads of a session that ended in this process; the other processes notice with their next look. */
  endSession(sessionId: string): void {
    this.#endWhere(({ who }) => who.sessionId === sessionId, 'signed-out');
  }

  /** A user's access changed: their downloads end when they were revoked or moved, or their sessions ended. */
  accessChanged(access: AccessRecord): void {
    this.#endWhere(({ who }) => who.user.userId === access.userId && !mayGoOn(who, access), 'access-changed');
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #send(who: SignedIn, response: Writable, send: () => void): Promise<void> {
    if (response.destroyed) return;
    const download: Download = { who, response, progressAt: performance.now() };
    const over = isOver(response);
    response.on('drain', () => (download.progressAt = performance.now()));
    this.#open.add(download);
    this.#parts.metrics.open.add(1);
    send();
    // Access may have changed after the session was read and before this download was registered, so that the event missed
    // it.
    void this.#verify([who.sessionId]);
    await over;
    if (this.#remove(download))
      this.#parts.metrics.ends.inc({ reason: response.writableFinished ? 'done' : 'left' });
  }

  /** Ends downloads whose reader has stalled or whose session is over. */
  async #look(): Promise<void> {
    const now = performance.now();
    for (const download of this.#open) if (!download.response.writableNeedDrain) download.progressAt = now;
    this.#endWhere(({ progressAt }) => now - progressAt > this.#parts.stallMs, 'slow');
    await this.#verify([...new Set([...this.#open].map(({ who }) => who.sessionId))]);
  }

  async #verify(sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    try {
      const granted = await this.#parts.accessOf(sessionIds);
      const asked = new Set(sessionIds);
      const access = ({ who }: Download) => granted.get(who.sessionId);
      this.#endWhere((it) => asked.has(it.who.sessionId) && access(it) === undefined, 'signed-out');
      this.#endWhere((it) => {
        const now = access(it);
        return now !== undefined && !mayGoOn(it.who, now);
      }, 'access-changed');
    } catch (error) {
      // While Redis does not answer no session can end either; the next look tries again.
      this.#parts.logger.warn({ err: error }, 'The sessions of downloads could not be checked');
    }
  }

  #endWhere(isDue: (download: Download) => boolean, reason: DownloadEnd): void {
    for (const download of this.#open)
      if (isDue(download) && this.#remove(download)) {
        this.#parts.metrics.ends.inc({ reason });
        // Destroyed, not ended: a normal end would make a partial file look complete.
        download.response.destroy();
      }
  }

  #remove(download: Download): boolean {
    if (!this.#open.delete(download)) return false;
    this.#parts.metrics.open.add(-1);
    return true;
  }
}
