import type { VendorOutcome } from '@ridgeline/vendor-http';
import { describe, expect, test } from '@jest/globals';
import { RunStopped } from '../run/run-stop.ts';
import { WaitBoard } from '../waiting/wait-board.ts';
import { limitReason } from '../waiting/wait-reason.ts';
import { vendorLine } from './vendor-line.ts';

const ok: VendorOutcome<string> = { outcome: 'ok', value: 'fine' };
const outOf = (reason: 'timeout' | 'server'): VendorOutcome<string> => ({
  outcome: 'unavailable',
  reason,
  status: reason === 'server' ? 503 : null,
  retryAfterMs: null,
});

function aLine() {
  const clock = { now: 0 };
  const board = new WaitBoard(() => clock.now);
  const heldBack: number[] = [];
  const learned: number[] = [];
  const lease = { held: true };
  const line = vendorLine({
    vendor: 'HubSpot',
    board,
    lease: {
      assertHeld: () => {
        if (!lease.held) throw new RunStopped('lost');
      },
    },
    pace: {
      acquire: () => Promise.resolve(),
      holdBack: (ms) => Promise.resolve(void heldBack.push(ms)),
      learn: (limit) => Promise.resolve(void learned.push(limit)),
    },
    limitIn: (headers) => Number(headers.get('x-max')),
  });
  return { line, board, clock, heldBack, learned, lease };
}

const signal = new AbortController().signal;

describe('A run waits for a vendor and says so', () => {
  test('When HubSpot limits the calls, then everybody is held back, the wait is told, and forgotten when it is over', async () => {
    const { line, board, clock, heldBack } = aLine();
    const told: string[] = [];
    const answers: VendorOutcome<string>[] = [
      { outcome: 'limited', policy: 'TEN_SECONDLY_ROLLING', retryAfterMs: 1 },
      outOf('server'),
      ok,
    ];
    const answer = await line.settle(signal, () => {
      clock.now += 1_500;
      told.push(board.text());
      return Promise.resolve(answers.shift() ?? ok);
    });
    expect(answer).toEqual(ok);
    expect(heldBack).toEqual([1]);
    expect(told).toEqual(['', "Waiting for HubSpot's limit", 'HubSpot is not reachable; trying again']);
    expect(board.text()).toBe('');
  });

  test('When the token is refused, then the run fails, with the vendor named', async () => {
    const { line } = aLine();
    const refused: VendorOutcome<string> = {
      outcome: 'refused',
      status: 403,
      scopes: ['a.write', 'b.write'],
    };
    await expect(line.settle(signal, () => Promise.resolve(refused))).rejects.toMatchObject({
      name: 'RunFailed',
      refusedBy: 'HubSpot',
      text: expect.stringContaining('a.write or b.write'),
    });
  });

  test('When a wait is shorter than a second, then it is not told', () => {
    const { board, clock } = aLine();
    const waiting = board.begin(limitReason('HubSpot'));
    clock.now = 999;
    expect(board.text()).toBe('');
    clock.now = 1_000;
    expect(board.text()).toBe("Waiting for HubSpot's limit");
    waiting.end();
    expect(board.text()).toBe('');
  });
});

describe('A call that hangs', () => {
  test('When HubSpot does not answer for 5 seconds, then that is told, and taken back when the call is over', () => {
    const { line, board, clock } = aLine();
    const over = line.hooks.whileCalling?.({ method: 'GET', path: '/' });
    clock.now = 4_999;
    expect(board.text()).toBe('');
    clock.now = 5_000;
    expect(board.text()).toBe('HubSpot has not answered for more than 5 seconds; still waiting');
    over?.();
    expect(board.text()).toBe('');
  });

  test('When it ends as a timeout, then the wait goes on being told, without a gap', async () => {
    const { line, board, clock } = aLine();
    const told: string[] = [];
    const answers = [outOf('timeout'), ok];
    await line.settle(signal, () => {
      told.push(board.text());
      clock.now += told.length === 1 ? 30_000 : 0;
      return Promise.resolve(answers.shift() ?? ok);
    });
    expect(told).toEqual(['', 'HubSpot is not reachable; trying again']);
  });
});

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('An outage', () => {
  test('When one call of a run finds HubSpot down, then the others wait for their turn instead of calling', async () => {
    const { line } = aLine();
    const answers = [outOf('server'), ok];
    const first = line.settle(signal, () => Promise.resolve(answers.shift() ?? ok));
    await microtasks();
    let called = false;
    const second = line.settle(signal, () => {
      called = true;
      return Promise.resolve(ok);
    });
    await microtasks();
    expect(called).toBe(false);
    await Promise.all([first, second]);
    expect(called).toBe(true);
  });
});

describe('Each call passes the governor and the lease', () => {
  test('When the lease was lost while the governor let it wait, then the call is not made', async () => {
    const { line, lease } = aLine();
    await line.hooks.beforeCall?.({ method: 'POST', path: '/' });
    lease.held = false;
    await expect(line.hooks.beforeCall?.({ method: 'POST', path: '/' })).rejects.toMatchObject({
      reason: 'lost',
    });
  });

  test('When an answer tells the size of the window, then the governor learns it', () => {
    const { line, learned } = aLine();
    const headers = new Headers({ 'x-max': '190' });
    line.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: 200, headers, durationMs: 1 });
    line.hooks.afterCall?.({ method: 'GET', path: '/' }, { status: null, headers: null, durationMs: 1 });
    expect(learned).toEqual([190]);
  });
});
