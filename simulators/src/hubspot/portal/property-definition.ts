import { z } from 'zod';

/** The field types that fit each type (docs/vendors/hubspot.md, 12). */
export const FIELD_TYPES: Readonly<Record<string, readonly string[]>> = {
  bool: ['booleancheckbox', 'calculation_equation'],
  date: ['date'],
  datetime: ['date'],
  enumeration: ['select', 'radio', 'checkbox', 'booleancheckbox', 'calculation_equation'],
  number: ['number', 'calculation_equation'],
  string: ['text', 'textarea', 'phonenumber', 'html', 'file', 'calculation_equation'],
  phone_number: ['phonenumber'],
};

const optionInput = z.object({
  label: z.string(),
  value: z.string(),
  displayOrder: z.int().optional(),
  hidden: z.boolean().optional(),
  description: z.string().optional(),
});

/** The body that creates a property. Unknown fields are ignored. */
export const propertyInput = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  fieldType: z.string(),
  groupName: z.string(),
  description: z.string().optional(),
  options: z.array(optionInput).optional(),
  displayOrder: z.int().optional(),
  hasUniqueValue: z.boolean().optional(),
  hidden: z.boolean().optional(),
  formField: z.boolean().optional(),
});

/** The body that changes one; `hasUniqueValue` is ignored, since it can be set at creation only. */
export const propertyChange = propertyInput.omit({ name: true, hasUniqueValue: true }).partial();

export type PropertyInput = z.output<typeof propertyInput>;
export type PropertyChange = z.output<typeof propertyChange>;
export type OptionInput = z.output<typeof optionInput>;

export interface PropertyOption {
  readonly label: string;
  readonly value: string;
  readonly displayOrder: number;
  readonly hidden: boolean;
  readonly description?: string;
}

export interface PropertyDefinition {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly fieldType: string;
  readonly groupName: string;
  readonly description: string;
  readonly options: readonly PropertyOption[];
  readonly displayOrder: number;
  readonly hasUniqueValue: boolean;
  readonly hidden: boolean;
  readonly formField: boolean;
  readonly calculated: boolean;
  readonly externalOptions: boolean;
  readonly hubspotDefined?: true;
  readonly dataSensitivity: 'non_sensitive';
  readonly modificationMetadata: {
    readonly archivable: boolean;
    readonly readOnlyDefinition: boolean;
    readonly readOnlyValue: boolean;
    readonly readOnlyOptions?: boolean;
  };
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
}

/** Fills in what an option may leave out. */
export const completeOption = (option: OptionInput, index: number): PropertyOption => ({
  label: option.label,
  value: option.value,
  displayOrder: option.displayOrder ?? index,
  hidden: option.hidden ?? false,
  ...(option.description === undefined ? {} : { description: option.description }),
});

/** A property of the portal's own, as it is after creation. */
export const customDefinition = (input: PropertyInput, now: string): PropertyDefinition => ({
  name: input.name,
  label: input.label,
  type: input.type,
  fieldType: input.fieldType,
  groupName: input.groupName,
  description: input.description ?? '',
  options: (input.options ?? []).map(completeOption),
  displayOrder: input.displayOrder ?? -1,
  hasUniqueValue: input.hasUniqueValue ?? false,
  hidden: input.hidden ?? false,
  formField: input.formField ?? false,
  calculated: false,
  externalOptions: false,
  dataSensitivity: 'non_sensitive',
  modificationMetadata: { archivable: true, readOnlyDefinition: false, readOnlyValue: false },
  createdAt: now,
  updatedAt: now,
  archived: false,
});
