import { endpoint } from '../endpoint.ts';
import { credentialsSchema, registrationSchema, userSchema } from '../user.ts';

/** Verifies e-mail and password for the gateway, which alone makes sessions. */
export const verifySignIn = endpoint({
  method: 'POST',
  path: '/internal/sign-ins',
  summary: 'Check e-mail and password',
  access: 'service',
  body: credentialsSchema,
  answer: userSchema,
  errors: ['auth.wrong_credentials', 'auth.password_unprotected', 'auth.password_key_stale'],
});

export const createAccount = endpoint({
  method: 'POST',
  path: '/internal/registrations',
  summary: 'Create a user with a company of its own',
  access: 'service',
  body: registrationSchema,
  answer: userSchema,
  status: 201,
  errors: [
    'auth.email_taken',
    'auth.password_too_short',
    'auth.password_unprotected',
    'auth.password_key_stale',
  ],
});
