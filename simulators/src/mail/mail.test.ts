import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, test } from '@jest/globals';
import { startBench } from '../testing/bench.ts';
import { MailStore } from './mail-store.ts';

/** Speaks the few lines of SMTP that deliver one email. */
async function deliver(address: string, message: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = createConnection({ host: hostname, port: Number(port) });
  const steps = [
    'EHLO test',
    'MAIL FROM:<app@example.com>',
    'RCPT TO:<ann@example.com>',
    'DATA',
    `${message}\r\n.`,
    'QUIT',
  ];
  for await (const line of createInterface({ input: socket })) {
    if (/^\d{3}-/.test(line)) continue;
    if (/^[45]/.test(line)) throw new Error(line);
    const step = steps.shift();
    if (step === undefined) break;
    socket.write(`${step}\r\n`);
  }
  socket.destroy();
}

const MESSAGE = [
  'From: "Ridge <script>" <app@example.com>',
  'To: Ann <ann@example.com>',
  'Subject: =?utf-8?Q?Reset_=3Cb=3E=C3=BC=3C/b=3E?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Open <this> link',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Open "this" link</p><script>alert(1)</script>',
  '--b--',
].join('\r\n');

describe('The mail sink', () => {
  test('A mail that is delivered can be read as JSON and on a page that escapes all of it', async () => {
    await using bench = await startBench();
    const { mailSmtp, mailHttp } = bench.simulators.addresses;
    await deliver(mailSmtp, MESSAGE);
    const listed: unknown = await (await fetch(`${mailHttp}/api/messages?to=ANN@example.com`)).json();
    expect(listed).toMatchObject({
      messages: [
        {
          id: 1,
          subject: 'Reset <b>ü</b>',
          to: [{ name: 'Ann', address: 'ann@example.com' }],
          envelope: { from: 'app@example.com', to: ['ann@example.com'] },
          text: expect.stringContaining('Open <this> link'),
        },
      ],
    });
    const list = await (await fetch(mailHttp)).text();
    expect(list).toContain('Reset &lt;b&gt;ü&lt;/b&gt;');
    const page = await fetch(`${mailHttp}/messages/1`);
    const html = await page.text();
    expect(html).not.toContain('<script>');
    expect(html).toContain('<iframe sandbox ');
    expect(html).toContain('srcdoc="&lt;p&gt;Open &quot;this&quot; link&lt;/p&gt;');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('When it rejects recipients, then the error is permanent and no mail is kept, until it accepts them again', async () => {
    await using bench = await startBench();
    const { mailSmtp, mailHttp } = bench.simulators.addresses;
    const refusing = (refusesRecipients: boolean) =>
      bench.control('PUT', '/settings', { mail: { refusesRecipients } });
    await refusing(true);
    await expect(deliver(mailSmtp, MESSAGE)).rejects.toThrow('550 Relay access denied');
    expect(await (await fetch(`${mailHttp}/api/messages`)).json()).toEqual({ messages: [] });
    await refusing(false);
    await deliver(mailSmtp, MESSAGE);
    expect(await (await fetch(`${mailHttp}/api/messages`)).json()).toMatchObject({ messages: [{ id: 1 }] });
  });

  test('Only the newest are kept, and of one recipient when asked for', () => {
    const store = new MailStore(2);
    const mail = (to: string) => ({
      receivedAt: '',
      envelope: { from: '', to: [to] },
      from: null,
      to: [],
      subject: to,
      text: '',
      html: null,
      messageId: '',
    });
    for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) store.add(mail(to));
    expect(store.list().map(({ id }) => id)).toEqual([3, 2]);
    expect(store.list('B@example.com').map(({ subject }) => subject)).toEqual(['b@example.com']);
    expect(store.get(1)).toBeNull();
  });
});
