import { describe, expect, test } from '@jest/globals';
import {
  emailAssignedTemplate,
  emailReplacedTemplate,
  invitationTemplate,
  passwordChangedTemplate,
  resetTemplate,
} from './email-templates.ts';
import { renderEmail } from './render-email.ts';

const url = 'https://ridgeline.example/auth?token=abc&userId=7';
const expiresAt = new Date('2026-11-28T09:30:00Z');
const invitation = (name: string) =>
  renderEmail(
    invitationTemplate({
      email: 'bob@example.com',
      inviter: { name, email: 'ann@example.com' },
      expiresAt,
      url,
    }),
  );

describe('The emails', () => {
  test('HTML and text say the same, and the link stands whole in both', () => {
    const template = resetTemplate({ email: 'ann@example.com', url });
    const { text, html } = renderEmail(template);
    for (const line of [template.heading, ...template.paragraphs, ...template.notes]) {
      expect(text).toContain(line);
      expect(html).toContain(line);
    }
    expect(text).toContain(url);
    expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
  });

  test('Nothing is fetched when a mail is opened, and there is nothing to run', () => {
    const mails = [
      renderEmail(resetTemplate({ email: 'a@b.co', url })),
      ...[passwordChangedTemplate, emailReplacedTemplate, emailAssignedTemplate].map((template) =>
        renderEmail(template({ email: 'a@b.co', at: expiresAt, url })),
      ),
      invitation('Ann'),
    ];
    for (const { html } of mails) {
      expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/);
      expect(html).toContain('prefers-color-scheme: dark');
    }
  });

  test('What people wrote stays text', () => {
    const { html } = invitation('<b>Ann & "Co"');
    expect(html).toContain('&lt;b&gt;Ann &amp; &quot;Co&quot;');
    expect(invitation("Ann O'Neil").html).toContain('Ann O&#39;Neil (ann@example.com)');
  });

  test.each([
    'Win at evil.example',
    'https://evil.example',
    'evil@example.com',
    'www.evil.example/x',
    'Call the evil 1-800-555-0199',
    'Call the evil \u0661\u0668\u0660\u0660',
    'Your evil invoice is overdue and must be paid',
    'evil \u202enn\u0410',
    'evil\uff0eexample',
    'evil\u3002example',
    'evil\uff61example',
    'evil\u2024example',
    'evil\ua4f8example',
    'https\uff1a evil',
    'evil\uff0fpath',
    'evil\u2215path',
    'evil\uff20example',
    'Call the evil \uff11\uff18\uff10\uff10',
  ])('When a name does not look like one, then the email replaces it: %s', (name) => {
    const { subject, text, html } = invitation(name);
    expect(subject).toBe('ann@example.com invites you to Ridgeline');
    expect(text + html).not.toContain('evil');
  });

  test.each([
    'Ann W. Roofer',
    'Bj\u00f6rn \u00c5str\u00f6m-O\u2019Neil',
    '\u05d2\u05d2 \u05d5\u05ea',
    'A'.repeat(40),
    'Ann W\uff0e Roofer',
    '\u30b8\u30e7\u30f3\u30fb\u30b9\u30df\u30b9',
  ])('A name stays one: %s', (name) => {
    expect(invitation(name).subject).toBe(`${name} invites you to Ridgeline`);
  });

  test('Times name their day and their clock', () => {
    expect(invitation('Ann W. Roofer').text).toContain('until 28 November 2026 at 09:30 UTC');
  });
});
