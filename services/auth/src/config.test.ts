import { describe, expect, test } from '@jest/globals';
import { adminCompanyIdsSchema } from './accounts/account.ts';
import { authConfig } from './config.ts';

describe("The administrators' companies", () => {
  test('They are exactly two', () => {
    expect(adminCompanyIdsSchema.parse('co_one, co_two')).toEqual(new Set(['co_one', 'co_two']));
  });

  test.each(['', 'co_one', 'co_one,', 'co_one,co_one', 'co_one,co_two,co_three'])('Not so: "%s"', (list) => {
    expect(adminCompanyIdsSchema.safeParse(list).success).toBe(false);
  });
});

describe('The way of emails', () => {
  const { SMTP_URL: smtp, PUBLIC_URL: web } = authConfig.shape;

  test('Emails are sent by SMTP, and links are web addresses', () => {
    expect(smtp.parse('smtps://user:secret@mail.example:465')).toContain('mail.example');
    expect(web.parse('https://ridgeline.example')).toBe('https://ridgeline.example');
    expect(smtp.safeParse('https://mail.example').success).toBe(false);
    expect(web.safeParse('javascript:alert(1)').success).toBe(false);
  });
});
