/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { updateProfile } from '@ridgeline/contracts';
import { aUser } from '../../testing/a-user.ts';
import { answerWith, Refusal } from '../../testing/page-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, render, screen } from '@testing-library/react';
import { createElement, use, useState } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { SWRConfig } from 'swr';
import { SessionSignalsContext, createSessionSignals } from '../../api/session-signals.ts';
import { swrConfig } from '../../api/swr-config.ts';
import { useCommand } from '../../api/command.ts';
import { FailureAlert } from '../../ui/controls/Notice.tsx';
import { ToastProvider } from '../../ui/toast/ToastProvider.tsx';
import { useFailureToast } from '../../ui/toast/use-toast.ts';
import { RequireUser } from './RequireUser.tsx';
import { SessionProvider } from './SessionProvider.tsx';

const texts = { title: 'Error updating profile', fallback: 'There was an error updating your profile' };

/** A page that saves something, and shows beside it why that failed. */
function Page() {
  const save = useCommand(updateProfile);
  const telling = useFailureToast(texts);
  const [failure, setFailure] = useState<unknown>(null);
  const press = () => {
    telling(() => save({ body: {} })).catch(setFailure);
  };
  return createElement(
    'main',
    null,
    createElement('button', { onClick: press }, 'Save'),
    failure ? createElement(FailureAlert, { ...texts, error: failure }) : null,
  );
}

/** The page as the app shows it: behind the session, with its overlays. */
function Pages() {
  const signals = use(SessionSignalsContext);
  const [config] = useState(() => ({ ...swrConfig(signals), provider: () => new Map() }));
  const routes = createElement(
    Routes,
    null,
    createElement(
      Route,
      { element: createElement(RequireUser) },
      createElement(Route, { path: '/', Component: Page }),
    ),
  );
  const pages = createElement(ToastProvider, null, createElement(MemoryRouter, null, routes));
  return createElement(SWRConfig, { value: config }, createElement(SessionProvider, null, pages));
}

async function pressSave(): Promise<void> {
  render(createElement(SessionSignalsContext, { value: createSessionSignals() }, createElement(Pages)));
  await act(() => jest.advanceTimersByTimeAsync(100));
  await act(async () => {
    screen.getByRole('button', { name: 'Save' }).click();
    await jest.advanceTimersByTimeAsync(100);
  });
}

const denial = (more: Record<string, string>) =>
  new Refusal(
    403,
    JSON.stringify({ status: 'access_denied', error: 'Left the firm', message: 'Left the firm', ...more }),
  );

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test.each([
  [{}, 'Access Denied: Left the firm'],
  [{ title: 'Closed' }, 'Closed: Left the firm'],
  [
    { contact: 'help@x.example' },
    'Access Denied: Left the firm. Please contact help@x.example for assistance.',
  ],
  [
    { title: 'Closed', contact: 'help@x.example' },
    'Closed: Left the firm. Please contact help@x.example for assistance.',
  ],
])(
  'When a call is denied (%j) and access is not revoked, then toast and page say so immediately',
  async (more, text) => {
    answerWith({ '/api/user': aUser(), '/api/user/profile': denial(more) });
    await pressSave();
    expect(screen.getByRole('main').textContent).toContain(text);
    expect(document.querySelector('.toast')?.textContent).toBe(`${texts.title}${text}`);
    expect(screen.queryByText('Access Revoked')).toBeNull();
  },
);

test('When a call is denied because access was revoked since, then the dialog is all there is', async () => {
  answerWith({ '/api/user': aUser(), '/api/user/profile': denial({ contact: 'help@x.example' }) });
  render(createElement(SessionSignalsContext, { value: createSessionSignals() }, createElement(Pages)));
  await act(() => jest.advanceTimersByTimeAsync(100));
  answerWith({
    '/api/user': aUser({ accessRevoked: true, accessRevokedReason: 'Left the firm' }),
    '/api/user/profile': denial({ contact: 'help@x.example' }),
  });
  await act(async () => {
    screen.getByRole('button', { name: 'Save' }).click();
    await jest.advanceTimersByTimeAsync(1_000);
  });
  screen.getByText('help@x.example');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(document.querySelector('.toast[data-state="open"]')).toBeNull();
});
