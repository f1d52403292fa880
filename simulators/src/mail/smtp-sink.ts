import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../determinism/clock.ts';
import type { MailAddress, MailStore } from './mail-store.ts';

const MAX_BYTES = 10 * 1024 * 1024;

const flat = (address: Address): MailAddress[] =>
  address.group === undefined
    ? [{ name: address.name, address: address.address }]
    : address.group.map(({ name, address: mailbox }) => ({ name, address: mailbox }));

async function receive(
  raw: Uint8Array,
  session: SMTPServerSession,
  store: MailStore,
  clock: Clock,
): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const { mailFrom, rcptTo } = session.envelope;
  store.add({
    receivedAt: new Date(clock.now()).toISOString(),
    envelope: { from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address) },
    from: mail.from === undefined ? null : (flat(mail.from)[0] ?? null),
    to: (mail.to ?? []).flatMap(flat),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    messageId: mail.messageId ?? '',
  });
}

/** What a mail server answers to a sender whose emails it does not relay. */
const relayRefused = Object.assign(new Error('Relay access denied'), { responseCode: 550 });

/** What the sink works with. */
export interface SmtpSinkOptions {
  readonly store: MailStore;
  readonly clock: Clock;
  readonly host: string;
  /** 0 chooses a free one. */
  readonly port: number;
  /** Whether it currently rejects all recipients. */
  readonly refusesRecipients: () => boolean;
}

export interface SmtpSink {
  /** Such as `smtp://127.0.0.1:2525`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Accepts every email from any sender without delivering it, unless it is set to reject. */
export function startSmtpSink({
  store,
  clock,
  host,
  port,
  refusesRecipients,
}: SmtpSinkOptions): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    closeTimeout: 500,
    onAuth: (auth, _session, callback) => {
      callback(null, { user: auth.username ?? 'anybody' });
    },
    onRcptTo: (_address, _session, callback) => {
      callback(refusesRecipients() ? relayRefused : null);
    },
    onData: (stream, session, callback) => {
      buffer(stream)
        .then((raw) => receive(raw, session, store, clock))
        .then(
          () => {
            callback();
          },
          (error: unknown) => {
            callback(error instanceof Error ? error : new Error('The mail could not be read'));
          },
        );
    },
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const listener = server.listen(port, host, () => {
      const { port: bound } = listener.address() as AddressInfo;
      server.off('error', reject);
      server.on('error', () => undefined); // a client that drops its connection is no failure of the sink
      resolve({
        url: `smtp://${host}:${bound}`,
        stop: () =>
          new Promise((stopped) => {
            server.close(stopped);
          }),
      });
    });
  });
}
