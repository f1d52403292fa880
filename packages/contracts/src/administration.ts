import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  emailErrors,
  emailSchema,
  idSchema,
  idTextSchema,
  pathIdSchema,
  personNameErrors,
  personNameSchema,
  timeSchema,
  writtenText,
  namedCompanySchema,
} from './fields.ts';
import { newPasswordErrors, protectedPasswordSchema, userSchema } from './user.ts';
import { doneSchema } from './account.ts';

/** What one call may ask for. */
const maxIds = 200;

/** `1,2,3`; anything that is not an id belongs to no user, and is left out. */
const idListSchema = z
  .string()
  .max(maxIds * 11)
  .transform((list) => list.split(',').flatMap((id) => idTextSchema().safeParse(id.trim()).data ?? []))
  .pipe(z.array(idSchema).max(maxIds));

/** A user as shown beside what they created. */
export const personSchema = userSchema.pick({ id: true, firstName: true, lastName: true, email: true });
export type Person = z.infer<typeof personSchema>;

export const usersByIds = endpoint({
  method: 'GET',
  path: '/api/users/by-ids',
  summary: "People of one's own company by their ids (administrators: of all); other ids are left out",
  access: 'signed-in',
  query: z.object({ ids: idListSchema }),
  answer: z.record(z.string(), personSchema),
});

/** A user as administrators see them. */
export const managedUserSchema = userSchema.extend({
  createdAt: timeSchema,
  lastSignInAt: timeSchema.nullable(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Every user',
  access: 'administrator',
  answer: z.array(managedUserSchema),
});

/** Empty and missing fields are left unchanged: an administrator cannot clear a name. */
const keptWhenEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
    schema.optional(),
  );

export const userChangeSchema = z.object({
  firstName: keptWhenEmpty(personNameSchema),
  lastName: keptWhenEmpty(personNameSchema),
  email: keptWhenEmpty(emailSchema),
  companyId: keptWhenEmpty(namedCompanySchema),
  accessRevoked: z.boolean().optional(),
  /** Shown to the user whose access is revoked. */
  accessRevokedReason: z
    .string()
    .trim()
    .max(500, 'user.reason_too_long')
    .regex(writtenText, 'request.characters')
    .nullish(),
});
export type UserChange = z.output<typeof userChangeSchema>;

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/api/users/{id}',
  summary: 'Edit a user, revoke access with a reason or restore it',
  access: 'administrator',
  params: z.object({ id: pathIdSchema }),
  body: userChangeSchema,
  answer: managedUserSchema,
  errors: [
    'user.not_found',
    'user.company_unknown',
    'user.own_access',
    'user.reason_too_long',
    ...emailErrors,
    'auth.email_taken',
    ...personNameErrors,
  ],
});

export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/users/{id}/reset-password',
  summary: "Set a user's password; every session of the account ends",
  access: 'administrator',
  params: z.object({ id: pathIdSchema }),
  body: z.object({ newPassword: protectedPasswordSchema }),
  answer: doneSchema,
  errors: ['user.not_found', ...newPasswordErrors, 'user.password_too_short', 'request.too_many'],
});
