/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import '../../testing/page-of-tests.ts';
// Imported after the page setup, which must exist before React's renderer loads.
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { answering } from '../../api/swr-config.ts';
import { TooltipProvider } from '../../ui/controls/Tooltip.tsx';
import { LiveContext, type Live } from './live-context.ts';
import { createLiveEvents } from './live-state.ts';
import { createProgressSamples } from './progress-samples.ts';
import { LiveBadge } from './LiveBadge.tsx';

afterEach(() => {
  cleanup();
  answering.answered();
});

const at = Date.parse('2025-01-02T12:00:00.000Z');

const live: Live = {
  state: { kind: 'live', since: 0 },
  samples: createProgressSamples(),
  events: createLiveEvents(),
  update: jest.fn(),
  refetch: jest.fn(),
};

/** The badge for this state of the stream. */
function badgeOf(state: Live['state']) {
  const badge = createElement(LiveBadge, { connected: 'Live' });
  render(
    createElement(TooltipProvider, null, createElement(LiveContext, { value: { ...live, state } }, badge)),
  );
  return screen.getByRole('status');
}

test.each([
  ['connecting', 'Connecting…'],
  ['live', 'Live'],
  ['reconnecting', 'Reconnecting…'],
  ['offline', 'Offline'],
] as const)('When the stream is %s, then the badge reads %j alone', (kind, text) => {
  const badge = badgeOf({ kind, since: at });
  // Its tooltip names the time since when.
  badge.querySelector('.visually-hidden')?.remove();
  expect(badge.textContent).toBe(text);
});

test('When the stream is open but nothing is answered, then the badge does not say that it is live', () => {
  const badge = createElement(LiveBadge, { connected: 'Live' });
  render(createElement(TooltipProvider, null, createElement(LiveContext, { value: live }, badge)));
  screen.getByText('Live');
  act(() => {
    for (let count = 0; count < 3; count += 1) answering.failed();
  });
  expect(screen.getByRole('status').textContent).toMatch(/^Reconnecting….*No updates since/);
  act(() => {
    answering.answered();
  });
  screen.getByText('Live');
});
