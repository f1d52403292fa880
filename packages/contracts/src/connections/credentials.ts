import { z } from 'zod';
import type { ErrorCode } from '../errors/catalogue.ts';
import { idSchema } from '../fields.ts';

/** Credentials travel in a header: visible ASCII only. */
const sendableInHeader = /^[!-~]+$/;

type TooShort = 'connection.acculynx_key_too_short' | 'connection.hubspot_token_too_short';

const secretSchema = (code: TooShort) =>
  z.string(code).trim().min(5, code).max(512, code).regex(sendableInHeader, code);

/** The two credentials themselves. */
export const vendorCredentialsSchema = z.object({
  acculynxApiKey: secretSchema('connection.acculynx_key_too_short'),
  hubspotPat: secretSchema('connection.hubspot_token_too_short'),
});
export type VendorCredentials = z.infer<typeof vendorCredentialsSchema>;

/** What precedes a secret's last characters where they are shown. */
export const maskPrefix = '••••';

/** Whether a text is the mask that the server shows in place of a secret. */
export const isMask = (text: string): boolean => text.startsWith(maskPrefix);

const typedSecretSchema = (code: TooShort) =>
  z.union(
    [
      z
        .string()
        .trim()
        .startsWith(maskPrefix)
        .max(maskPrefix.length + 8),
      secretSchema(code),
    ],
    code,
  );

/**
 * The two credentials as a form sends them: as typed, or as the mask that the server showed, which refers to the stored
 * secret of the connection that is edited or copied.
 */
export const typedCredentialsSchema = z.object({
  acculynxApiKey: typedSecretSchema('connection.acculynx_key_too_short'),
  hubspotPat: typedSecretSchema('connection.hubspot_token_too_short'),
});
export type TypedCredentials = z.infer<typeof typedCredentialsSchema>;

/** The errors for a mask without a connection whose secret it could refer to: a mask is not a secret itself. */
export const maskOfNothing = {
  acculynxApiKey: {
    field: 'acculynxApiKey',
    code: 'connection.acculynx_key_too_short',
    text: 'This is the mask of a stored API key, and no connection is named that has it. Please enter the key itself.',
  },
  hubspotPat: {
    field: 'hubspotPat',
    code: 'connection.hubspot_token_too_short',
    text: 'This is the mask of a stored token, and no connection is named that has it. Please enter the token itself.',
  },
} as const satisfies {
  [Field in keyof TypedCredentials]: {
    readonly field: Field;
    readonly code: ErrorCode;
    readonly text: string;
  };
};

/** The connection that the masks belong to. */
export const secretsOfSchema = idSchema.optional();

/** The credentials belong to other accounts than the edited connection, which would mix the data of two companies. */
export const otherAccountErrors = [
  'connection.other_acculynx_company',
  'connection.other_hubspot_portal',
] as const satisfies readonly ErrorCode[];

/** Why credentials cannot be used. */
export const credentialErrors = [
  'connection.acculynx_key_too_short',
  'connection.hubspot_token_too_short',
  'connection.acculynx_refused',
  'connection.acculynx_unreachable',
  'connection.hubspot_refused',
  'connection.hubspot_scope_missing',
  'connection.hubspot_unreachable',
  'connection.checks_paused',
  'connection.not_found',
  'request.too_many',
] as const satisfies readonly ErrorCode[];
