import { z } from 'zod';

/** A custom object that the portal's owner defined. */
const customObjectSchema = z.object({
  name: z.string(),
  /** `2-` and a number, different in each portal: it names the object in paths and pages. */
  objectTypeId: z.string().regex(/^\d+-\d+$/),
  archived: z.boolean().catch(false),
});

/** The type ids of a portal's custom objects by their names. An entry that cannot be read, or is archived, is left out. */
export const customObjectsSchema = z
  .object({ results: z.array(z.unknown()) })
  .transform(({ results }): ReadonlyMap<string, string> => {
    const objects = results.flatMap((entry) => customObjectSchema.safeParse(entry).data ?? []);
    return new Map(
      objects.filter(({ archived }) => !archived).map(({ name, objectTypeId }) => [name, objectTypeId]),
    );
  });
