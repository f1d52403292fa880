import { backoffMs, type Logger } from '@ridgeline/kit';
import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import type { Database } from '@ridgeline/postgres';
import {
  finishMailJob,
  mailJobChannel,
  putOffMailJob,
  takeMailJobs,
  untilNextMailJob,
} from '../mails/mail-job-store.postgres.ts';
import type { MailJob } from '../mails/mail-job.ts';
import type { MailSender } from './mail-sender.ts';
import type { MailWriter } from './mail-writer.ts';
import { authDefinitions } from '../metric-definitions.ts';

/** `nothing`: no email was due; `failed`: sending will be retried; `given-up`: sending was retried long enough. */
type MailResult = LabelsOf<typeof authDefinitions.mails.labels>['result'];

/** Counts the outcomes of emails. */
type CountMail = (kind: MailJob['kind'], result: MailResult) => void;

/** Creates the counter of emails. */
export function countMails(registry: Registry): CountMail {
  const mails = counter(registry, authDefinitions.mails);
  return (kind, result) => mails.inc({ kind, result });
}

/** What the runner works with. */
export interface MailRunnerOptions {
  readonly db: Database;
  readonly write: MailWriter;
  readonly sender: MailSender;
  readonly count: CountMail;
  readonly logger: Logger;
  /** How long to wait after this many failed attempts, in milliseconds. */
  readonly waitAfter?: (attempts: number) => number;
}

const batch = { limit: 10, leaseSeconds: 120 };
/** Polls at this interval, in case a notification was lost with its connection. */
const pollMs = 30_000;
const retryMs = 5_000;

const minute = 60_000;
/** How long sending is retried: no user waits longer for a reset email. */
const worthMs: Readonly<Record<MailJob['kind'], number>> = {
  'password-reset': 60 * minute,
  'password-changed': 24 * 60 * minute,
  'email-replaced': 24 * 60 * minute,
  'email-assigned': 24 * 60 * minute,
  'email-verification': 24 * 60 * minute,
  'member-removed': 24 * 60 * minute,
  'connections-stopped': 24 * 60 * minute,
  invitation: 24 * 60 * minute,
};

/** Spreads the retries, so that a recovered server does not receive all emails at the same time. */
const patience = { baseMs: 2_000, capMs: 10 * minute, jitter: [0.8, 1.2] } as const;

/** Sends the jobs of `mail_jobs` until disposed, then finishes the emails in progress. Several processes share the work. */
export async function startMailRunner(options: MailRunnerOptions): Promise<AsyncDisposable> {
  const runner = new MailRunner(options);
  await runner.start();
  return runner;
}

class MailRunner implements AsyncDisposable {
  readonly #options: MailRunnerOptions;
  #listener: AsyncDisposable | null = null;
  #working: Promise<void> | null = null;
  #calledAgain = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MailRunnerOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#listener = await this.#options.db.listen(mailJobChannel, () => this.#wake());
    this.#wake();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#listener?.[Symbol.asyncDispose]();
    await this.#working;
  }

  #wake(): void {
    if (this.#stopped) return;
    this.#calledAgain = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      // Woken after the last poll, before the timer was set.
      if (this.#calledAgain) this.#wake();
    });
  }

  async #work(): Promise<void> {
    clearTimeout(this.#timer);
    const waitMs = await this.#sendAll().catch((error: unknown) => {
      this.#options.logger.warn(
        { err: error },
        'The emails that are due could not be read; it is tried again',
      );
      return retryMs;
    });
    if (!this.#stopped) this.#timer = setTimeout(() => this.#wake(), waitMs).unref();
  }

  /** Returns how long nothing is due. */
  async #sendAll(): Promise<number> {
    const { db } = this.#options;
    while (this.#calledAgain && !this.#stopped) {
      this.#calledAgain = false;
      const jobs = await db.forSystem((tx) => takeMailJobs(tx, batch));
      await Promise.all(jobs.map((job) => this.#send(job)));
      if (jobs.length === batch.limit) this.#calledAgain = true;
    }
    const next = await db.forSystem(untilNextMailJob);
    return Math.min(next ?? pollMs, pollMs);
  }

  async #send(job: MailJob): Promise<void> {
    const {
      db,
      count,
      logger,
      waitAfter = (failures: number) => backoffMs(patience, failures),
    } = this.#options;
    const { id, kind, attempts } = job;
    try {
      const result = await this.#deliver(job);
      await db.forSystem((tx) => finishMailJob(tx, id));
      count(kind, result);
    } catch (error) {
      const waitMs = waitAfter(attempts);
      count(kind, 'failed');
      logger.warn(
        { err: error, jobId: id, kind, attempts, waitMs },
        'A mail could not be sent; it is tried again',
      );
      await db.forSystem((tx) => putOffMailJob(tx, id, waitMs));
    }
  }

  async #deliver(job: MailJob): Promise<MailResult> {
    const { write, sender, logger } = this.#options;
    const { id: jobId, kind, attempts } = job;
    if (Date.now() - job.createdAt.getTime() > worthMs[kind]) {
      logger.error({ jobId, kind, attempts }, 'Failed to send a mail until its deadline; dropping it');
      return 'given-up';
    }
    const mail = await write(job);
    if (!mail) return 'nothing';
    const sent = await sender.send(mail);
    if (sent.outcome === 'refused')
      logger.warn(
        { jobId, kind, reason: sent.reason },
        'The mail server does not take emails for this recipient',
      );
    return sent.outcome;
  }
}
