import { describe, expect, test } from '@jest/globals';
import { renderLetter } from './letter.ts';
import { invitationLetter, passwordChangedLetter, resetLetter } from './letters.ts';

const url = 'https://ridgeline.example/auth?token=abc&userId=7';
const expiresAt = new Date('2026-11-28T09:30:00Z');
const invitation = (name: string) =>
  renderLetter(
    invitationLetter({
      email: 'bob@example.com',
      inviter: { name, email: 'ann@example.com' },
      expiresAt,
      url,
    }),
  );

describe('Letters', () => {
  test('HTML and text say the same, and the link stands whole in both', () => {
    const letter = resetLetter({ email: 'ann@example.com', url });
    const { text, html } = renderLetter(letter);
    for (const line of [letter.heading, ...letter.paragraphs, ...letter.notes]) {
      expect(text).toContain(line);
      expect(html).toContain(line);
    }
    expect(text).toContain(url);
    expect(html).toContain(`href="${url.replace('&', '&amp;')}"`);
  });

  test('Nothing is fetched when a mail is opened, and there is nothing to run', () => {
    const letters = [
      renderLetter(resetLetter({ email: 'a@b.co', url })),
      renderLetter(passwordChangedLetter({ email: 'a@b.co', at: expiresAt, url })),
      invitation('Ann'),
    ];
    for (const { html } of letters) {
      expect(html).not.toMatch(/<img|<script|<link|@import|url\(|src=/);
      expect(html).toContain('prefers-color-scheme: dark');
    }
  });

  test('What people wrote stays text', () => {
    const { html } = invitation('<b>Ann & "Co"');
    expect(html).toContain('&lt;b&gt;Ann &amp; &quot;Co&quot;');
    expect(invitation("Ann O'Neil").html).toContain('Ann O&#39;Neil (ann@example.com)');
  });

  test.each(['Win at evil.example', 'https://evil.example', 'evil@example.com', 'www.evil.example/x'])(
    'When a name could be taken for a link, then the e-mail stands in its place: %s',
    (name) => {
      const { subject, text, html } = invitation(name);
      expect(subject).toBe('ann@example.com invites you to Ridgeline');
      expect(text + html).not.toContain('evil');
    },
  );

  test('Times name their day and their clock', () => {
    expect(invitation('Ann W. Roofer').text).toContain('until 28 November 2026 at 09:30 UTC');
    expect(invitation('Ann W. Roofer').subject).toBe('Ann W. Roofer invites you to Ridgeline');
  });
});
