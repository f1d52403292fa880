import { describe, expect, test } from '@jest/globals';
import { rollingViolations, type RollingEvidence } from './rolling-evidence.ts';

const stream = { gapsMs: [2_400], doubled: 0, missed: 0, resyncs: 1 };
const unnoticed: RollingEvidence = {
  traffic: [{ reads: 40, writes: 8, failures: [] }],
  streams: [stream],
  replaced: [{ name: 'auth', stopMs: 300 }],
  processes: 1,
  migrations: [{ created: 500, violations: [] }],
};

describe('The verdict about a rolling upgrade', () => {
  test('When no user noticed it, then nothing is wrong', () => {
    expect(rollingViolations(unnoticed)).toEqual([]);
  });

  test.each<[string, Partial<RollingEvidence>, RegExp]>([
    ['a request failed', { traffic: [{ reads: 1, writes: 1, failures: ['GET /api/stats: 503'] }] }, /503/],
    [
      'a stream was interrupted too long',
      { streams: [{ ...stream, gapsMs: [3_001] }] },
      /back after 3.0 s only/,
    ],
    ['an update came twice', { streams: [{ ...stream, doubled: 1 }] }, /1 updates came twice/],
    ['an update never came', { streams: [{ ...stream, missed: 2 }] }, /2 updates never came/],
    ['a record is lost', { migrations: [{ created: 9, violations: ['1 contacts are lost'] }] }, /are lost/],
    ['a process had to be killed', { replaced: [{ name: 'auth', stopMs: 15_010 }] }, /auth did not end/],
    ['a process was left as it was', { processes: 2 }, /1 of 2 processes were replaced/],
    ['no user asked anything', { traffic: [] }, /neither read nor wrote/],
    ['a user never wrote', { traffic: [{ reads: 3, writes: 0, failures: [] }] }, /neither read nor wrote/],
    ['no stream noticed', { streams: [{ ...stream, gapsMs: [] }] }, /no event stream was interrupted/],
    ['nothing was migrated', { migrations: [] }, /nothing was migrated/],
  ])('When %s, then it is reported', (_, change, text) => {
    const found = rollingViolations({ ...unnoticed, ...change });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(text);
  });
});
