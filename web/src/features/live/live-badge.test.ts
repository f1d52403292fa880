/** @jest-environment jsdom */
import { afterEach, expect, jest, test } from '@jest/globals';
import '../../testing/page-of-tests.ts';
// After that, as what it sets must be there before React's renderer is.
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { answering } from '../../api/answering.ts';
import { TooltipProvider } from '../../components/Tooltip.tsx';
import { LiveContext, type Live } from './live-context.ts';
import { createLiveEvents } from './live-events.ts';
import { createProgressSamples } from './progress-samples.ts';
import { LiveBadge } from './LiveBadge.tsx';

afterEach(() => {
  cleanup();
  answering.answered();
});

const live: Live = {
  state: { kind: 'live', since: 0 },
  samples: createProgressSamples(),
  events: createLiveEvents(),
  update: jest.fn(),
  refetch: jest.fn(),
};

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
