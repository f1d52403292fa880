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

/** What stands before a secret's last characters where it is shown. */
export const maskPrefix = '••••';

/** Whether a text is what the server shows in a secret's place, and not a secret. */
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
 * The two credentials as a form sends them: what was typed, or the mask that the server showed, which stands for what is
 * stored with the connection that is edited or copied.
 */
export const typedCredentialsSchema = z.object({
  acculynxApiKey: typedSecretSchema('connection.acculynx_key_too_short'),
  hubspotPat: typedSecretSchema('connection.hubspot_token_too_short'),
});
export type TypedCredentials = z.infer<typeof typedCredentialsSchema>;

/** What is said of each mask where no connection is named whose secret it could stand for: it is no secret itself. */
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

/** Of which connection the masks are. */
export const secretsOfSchema = idSchema.optional();

/** The credentials belong to other accounts than the connection that is edited: it would mix two firms' data. */
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
