import type { MailAddress, StoredMail } from './mail-store.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for HTML content and quoted attributes. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .5rem; border-bottom: 1px solid #8884; vertical-align: top; }
  th { font-weight: 600; }
  td.time { white-space: nowrap; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; border-radius: 6px; }
  iframe { width: 100%; height: 32rem; border: 1px solid #8884; border-radius: 6px; background: #fff; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
`;

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>${escaped(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

const written = ({ name, address }: MailAddress): string =>
  escaped(name === '' ? address : `${name} <${address}>`);

const time = (iso: string): string =>
  `<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;

/** The list of emails, newest first. */
export function mailListPage(mails: readonly StoredMail[]): string {
  const rows = mails.map(
    (mail) =>
      `<tr><td class="time">${time(mail.receivedAt)}</td><td>${escaped(mail.envelope.to.join(', '))}</td>` +
      `<td><a href="/messages/${mail.id}">${escaped(mail.subject === '' ? '(no subject)' : mail.subject)}</a></td></tr>`,
  );
  const table = `<table><thead><tr><th>Received</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  return page(
    'Mail sink',
    `<h1>Mail sink</h1>${mails.length === 0 ? '<p>No mail has arrived yet.</p>' : table}`,
  );
}

/** One email. Its HTML part is shown in a sandboxed frame, without scripts and without this page's origin. */
export function mailPage(mail: StoredMail): string {
  const from = mail.from === null ? escaped(mail.envelope.from) : written(mail.from);
  const frame =
    mail.html === null
      ? ''
      : `<h2>HTML</h2><iframe sandbox title="HTML part" referrerpolicy="no-referrer" srcdoc="${escaped(mail.html)}"></iframe>`;
  return page(
    mail.subject,
    `<p><a href="/">All emails</a></p><h1>${escaped(mail.subject === '' ? '(no subject)' : mail.subject)}</h1>` +
      `<dl><dt>From</dt><dd>${from}</dd><dt>To</dt><dd>${mail.to.map(written).join(', ')}</dd>` +
      `<dt>Received</dt><dd>${time(mail.receivedAt)}</dd></dl><h2>Text</h2><pre>${escaped(mail.text)}</pre>${frame}`,
  );
}
