/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aConnection } from '../testing/a-connection.ts';
import { aUser } from '../testing/a-user.ts';
import { answerWith, Refusal } from '../testing/page-of-tests.ts';
import { aSession } from '../testing/session-of-tests.ts';
// Imported last: page-of-tests.ts must set up the page before React loads.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement, type ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { ToastProvider } from '../ui/toast/ToastProvider.tsx';
import { TooltipProvider } from '../ui/controls/Tooltip.tsx';
import { ForgotPasswordDialog } from '../features/auth/PasswordDialogs.tsx';
import { NewPasswordDialog } from '../features/auth/NewPasswordDialog.tsx';
import { RegisterForm } from '../features/auth/RegisterForm.tsx';
import { SignInForm } from '../features/auth/SignInForm.tsx';
import { DeleteDialog } from '../features/connections/actions/DeleteDialog.tsx';
import { ConnectionFormDialog } from '../features/connections/form/OpenFormDialog.tsx';
import { SessionContext } from '../features/session/session-context.ts';
import { PasswordPanel } from '../features/settings/PasswordPanel.tsx';
import { ProfilePanel } from '../features/settings/ProfilePanel.tsx';
import { EditUserDialog } from '../features/users/EditUserDialog.tsx';
import { ResetPasswordDialog } from '../features/users/ResetPasswordDialog.tsx';

const nothing = () => undefined;
const user = aUser();
const ofUser = { user, onChanged: nothing, onClose: nothing };
const connection = aConnection();
const link = { token: 't', userId: 12 };

const unsaid = new Refusal(400, '{"error":""}');
const properties = '/api/validate-hubspot-properties';

/** Every call that these places make; those that send a password fetch its key first. */
const refused = Object.fromEntries(
  [
    '/api/auth/password-key',
    '/api/forgot-password',
    '/api/user/profile',
    `/api/users/${user.id}`,
    `/api/connections/${connection.id}`,
    properties,
  ].map((path) => [path, unsaid]),
);

beforeEach(() => {
  jest.useFakeTimers();
  answerWith(refused);
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const settled = async () => act(() => jest.advanceTimersByTimeAsync(500));

/** Shows a place, fills its fields by their labels, and presses its button. */
async function tryAt(place: ReactElement, typed: Readonly<Record<string, string>>, button: string) {
  const shown = createElement(
    SessionContext,
    { value: aSession({ user }) },
    createElement(
      TooltipProvider,
      null,
      createElement(ToastProvider, null, createElement(MemoryRouter, null, place)),
    ),
  );
  render(shown);
  await settled();
  for (const [label, value] of Object.entries(typed))
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await press(button);
}

async function press(button: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: button }));
  await settled();
  await settled();
}

const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
const toast = () => document.querySelector('.toast')?.textContent ?? null;

const password = 'a-rather-long-one';
const two = { Password: password, 'Confirm password': password };

test.each([
  [
    'sign-in',
    createElement(SignInForm, { onSignedIn: nothing, onForgot: nothing }),
    { Email: 'a@b.example', Password: password },
    'Sign in',
    ['Login failed', 'An error occurred during login'],
  ],
  [
    'registration',
    createElement(RegisterForm, { invitation: null, onCreated: nothing }),
    { Email: 'a@b.example', ...two },
    'Create account',
    ['Registration failed', 'An error occurred during registration'],
  ],
  [
    'forgotten password',
    createElement(ForgotPasswordDialog, { onSent: nothing, onClose: nothing }),
    { Email: 'a@b.example' },
    'Send reset link',
    ['Error', 'Failed to process password reset request.'],
  ],
  [
    'reset by link',
    createElement(NewPasswordDialog, {
      link,
      onDone: () => Promise.resolve(),
      onNewLink: nothing,
      onClose: nothing,
    }),
    { 'New password': password, 'Confirm new password': password },
    'Set new password',
    ['Error', 'Failed to reset password.'],
  ],
  [
    'profile',
    createElement(ProfilePanel),
    {},
    'Save',
    ['Error updating profile', 'There was an error updating your profile'],
  ],
  [
    'password',
    createElement(PasswordPanel),
    { 'Current password': password, 'New password': password, 'Confirm new password': password },
    'Save',
    ['Error updating password', 'There was an error updating your password'],
  ],
  [
    'edit of a user',
    createElement(EditUserDialog, ofUser),
    { 'First name': 'Dora' },
    'Save changes',
    ['Update failed', 'Failed to update user'],
  ],
  [
    "administrator's reset",
    createElement(ResetPasswordDialog, ofUser),
    { 'New password': password, 'Confirm password': password },
    'Reset Password',
    ['Password reset failed', 'Failed to reset password'],
  ],
] as const)(
  'When the %s is refused and no reason is given, then toast and form have the fallback',
  async (_, place, typed, button, [title, fallback]) => {
    await tryAt(place, typed, button);
    expect(toast()).toBe(`${title}${fallback}`);
    expect(alerts()).toContain(`${title}${fallback}`);
  },
);

test('When a connection is not deleted and no reason is given, then the dialog has the fallback', async () => {
  await tryAt(
    createElement(DeleteDialog, { connection, onClose: nothing, onDeleted: nothing }),
    {},
    'Delete connection',
  );
  expect(alerts()).toEqual(['Failed to delete connectionAn unknown error occurred']);
});

test('When properties are not created and no reason is given, then toast and form have the fallback', async () => {
  const checked = { missingProperties: ['acculynx_id'], validatedProperties: 3 };
  const found = { status: 'missing', message: '', contacts: checked, deals: checked };
  answerWith({ ...refused, [properties]: found });
  await tryAt(
    createElement(ConnectionFormDialog, {
      mode: { kind: 'create' },
      open: true,
      onClose: nothing,
      onSaved: nothing,
    }),
    {
      Name: 'Denver',
      'Acculynx API key': 'al-key-0001',
      'HubSpot Private Access Token': 'pat-na1-0001',
    },
    'Create connection',
  );
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  answerWith(refused);
  await press('Continue');
  for (let second = 0; second < 12 && toast() === null; second += 1) await settled();
  const fallback = 'HubSpot property creation failed. Please check your HubSpot PAT and permissions.';
  expect(toast()).toBe(`HubSpot Properties Creation Failed${fallback}`);
  expect(alerts().join()).toContain(`Failed to create HubSpot properties: ${fallback}`);
});
