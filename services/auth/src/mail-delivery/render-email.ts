/** The content of an email, without any formatting. */
export interface EmailTemplate {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print: how long the link works, and what to do if you did not request it. */
  readonly notes: readonly string[];
}

/** An email as HTML and as plain text, with the same content. */
export interface RenderedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Email clients that support dark mode use these colors; others show the light colors set inline on each element. Nothing is
 * loaded remotely, so that opening an email cannot be tracked.
 */
const style = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  @media (prefers-color-scheme: dark) {
    .page { background: #0d1212 !important; }
    .card { background: #151b1b !important; border-color: #2b3636 !important; }
    .ink { color: #e9f1f0 !important; }
    .faint { color: #9fb0ae !important; }
    .action { background: #57b0b0 !important; }
    .action a { color: #06191a !important; }
  }`;

const ink = 'color:#10201f';
const faint = 'color:#566866';
const accent = '#1f6a6f';

function button({ label, url }: NonNullable<EmailTemplate['action']>): string {
  return `
            <table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0"><tr>
              <td class="action" style="background:${accent};border-radius:8px">
                <a href="${escaped(url)}" style="display:inline-block;padding:12px 24px;${font};font-size:16px;font-weight:600;line-height:24px;color:#ffffff;text-decoration:none">${escaped(label)}</a>
              </td>
            </tr></table>
            <p class="faint" style="margin:0 0 16px;${font};font-size:14px;line-height:20px;${faint}">Or copy this address into your browser:<br><span style="word-break:break-all">${escaped(url)}</span></p>`;
}

function html({ subject, heading, paragraphs, action, notes }: EmailTemplate): string {
  const said = paragraphs.map(
    (text) =>
      `<p class="ink" style="margin:0 0 16px;${font};font-size:16px;line-height:24px;${ink}">${escaped(text)}</p>`,
  );
  const small = notes.map(
    (text) =>
      `<p class="faint" style="margin:0 0 8px;${font};font-size:14px;line-height:20px;${faint}">${escaped(text)}</p>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${style}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f5f7f7">
  <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f5f7f7"><tr>
    <td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>
        <td class="ink" style="padding:0 8px 16px;${font};font-size:16px;font-weight:600;${ink}">Ridgeline</td>
      </tr><tr>
        <td class="card" style="padding:32px;background:#ffffff;border:1px solid #dbe3e2;border-radius:8px">
            <h1 class="ink" style="margin:0 0 16px;${font};font-size:20px;line-height:28px;font-weight:600;${ink}">${escaped(heading)}</h1>
            ${said.join('\n            ')}${action ? button(action) : ''}
            ${small.join('\n            ')}
        </td>
      </tr></table>
    </td>
  </tr></table>
</body>
</html>
`;
}

function text({ heading, paragraphs, action, notes }: EmailTemplate): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return `${[heading, ...paragraphs, ...link, ...notes, '-- \nRidgeline'].join('\n\n')}\n`;
}

/** Renders a mail as HTML and as plain text. Text that users entered is escaped. */
export function renderEmail(template: EmailTemplate): RenderedEmail {
  return { subject: template.subject, text: text(template), html: html(template) };
}

/** Slashes, colons and `@`, or a dot followed by another character, including look-alikes from other scripts. */
const addressPart =
  /[/:@\\\u2044\u2215\u29f8\u0589\u2236\ua789\ua4fd]|[.\u3002\u06d4\u0701\u0702\ua4f8-\ua4fb]\S/u;

/**
 * Whether a text contains anything that a reader or an email client could take for an address or a link, including full-width
 * and small characters, which compatibility normalization (NFKC) maps to the usual ones.
 */
export const holdsAddress = (text: string): boolean => addressPart.test(text.normalize('NFKC'));

/** `21 November 2026 at 09:30 UTC`: unambiguous in day and time zone. */
const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A time as emails write it. */
export function written(time: Date): string {
  return `${moment.format(time)} UTC`;
}
