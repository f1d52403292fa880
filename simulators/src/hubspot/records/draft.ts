import type { ValueProblem } from '../answers/validation-errors.ts';
import type { EffectOf } from '../../faults/fault.ts';
import type { Portal } from '../portal/portal.ts';
import type { CrmRecord, Values } from '../portal/record.ts';
import { claimedEmails } from '../portal/record-store.ts';
import type { ObjectType } from '../portal/object-types.ts';
import { brokenRequirements } from '../portal/requirements.ts';
import { checkValue } from '../portal/value-rules.ts';
import { stageProblems } from './stage-rules.ts';

/** One input of a write, resolved to the record that it identifies. */
export interface Draft {
  readonly traceId: string | null;
  /** The record to update; null to create one. */
  readonly existing: CrmRecord | null;
  readonly values: Values;
}

/** A value that is stored in a different form than it was sent. */
export interface NormalizedValue {
  readonly name: string;
  readonly raw: string;
  readonly value: string;
}

/** What to do with a draft. An email conflict names the owner of the address: a record, or an earlier draft of the batch. */
export type Verdict =
  | { readonly kind: 'write'; readonly values: Values; readonly normalized: readonly NormalizedValue[] }
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[] }
  | { readonly kind: 'conflict'; readonly owner: CrmRecord | number };

export interface DraftRules {
  readonly portal: Portal;
  readonly type: ObjectType;
  readonly refusals: readonly EffectOf<'refuse-records'>[];
  /** Whether the rules of the portal's admins apply. */
  readonly adminRules: boolean;
  /** Whether dates that earlier versions refuse are converted. */
  readonly normalizesDates: boolean;
}

/** A contact needs at least one of three names; the code is not known. */
function missingName(draft: Draft, values: Values): ValueProblem[] {
  const named = ['email', 'firstname', 'lastname'].some((name) => (values[name] ?? '') !== '');
  if (draft.existing !== null || named) return [];
  const message = 'At least one of email, firstname or lastname is required';
  return [{ name: 'email', error: 'MISSING_REQUIRED_PROPERTY', message }];
}

function orderedRefusals(draft: Draft, refusals: DraftRules['refusals']): ValueProblem[] {
  const values = Object.values({ ...draft.existing?.values, ...draft.values });
  const email = draft.values['email']?.toLowerCase();
  return refusals
    .filter(
      ({ emails, sourceIds, property, whenSent }) =>
        (!whenSent || property in draft.values) &&
        ((email !== undefined && emails.includes(email)) ||
          values.some((value) => sourceIds.includes(value))),
    )
    .map(({ code, property }) =>
      code === 'INVALID_EMAIL'
        ? { name: 'email', error: code, message: `Email address ${email ?? ''} is invalid` }
        : {
            name: property,
            error: code,
            message: `${draft.values[property] ?? ''} was not one of the allowed options: []`,
          },
    );
}

/** Checks drafts in order; each one sees what the earlier ones of its batch claim. */
export class DraftCheck {
  readonly #rules: DraftRules;
  readonly #claims = new Map<string, number>();
  #place = 0;

  constructor(rules: DraftRules) {
    this.#rules = rules;
  }

  verdictOf(draft: Draft): Verdict {
    const index = this.#place;
    this.#place += 1;
    const { values, problems, normalized } = this.#checkValues(draft);
    if (problems.length > 0) return { kind: 'invalid', problems };
    const owner = this.#emailOwner(draft, values);
    if (owner !== null) return { kind: 'conflict', owner };
    for (const claim of this.#claimsOf(values)) this.#claims.set(claim, index);
    return { kind: 'write', values, normalized };
  }

  #checkValues(draft: Draft): { values: Values; problems: ValueProblem[]; normalized: NormalizedValue[] } {
    const { portal, type, refusals, normalizesDates } = this.#rules;
    const { optionMessage } = portal.behaviour();
    const normalized: NormalizedValue[] = [];
    const values: Record<string, string> = {};
    const problems: ValueProblem[] = [];
    for (const [name, raw] of Object.entries(draft.values)) {
      const definition = portal.properties(type).usable(name);
      if (definition === null) {
        problems.push({ name, error: 'PROPERTY_DOESNT_EXIST', message: `Property "${name}" does not exist` });
        continue;
      }
      const checked = checkValue(definition, raw, { optionMessage, normalizesDates });
      if (!checked.valid) problems.push(checked.problem);
      else {
        values[name] = this.#appended(definition.fieldType, name, checked.value, draft);
        if (checked.normalized) normalized.push({ name, raw, value: checked.value });
      }
    }
    problems.push(...this.#takenValues(draft, values), ...orderedRefusals(draft, refusals));
    if (problems.length === 0)
      problems.push(
        ...(type.name === 'contacts' ? missingName(draft, values) : []),
        ...(type.name === 'deals' ? stageProblems(portal, draft.existing?.values ?? null, values) : []),
        ...this.#brokenRequirements(draft, values),
      );
    return { values, problems, normalized };
  }

  #brokenRequirements(draft: Draft, sent: Values): ValueProblem[] {
    const { portal, type, adminRules } = this.#rules;
    if (!adminRules) return [];
    const after = { ...draft.existing?.values, ...sent };
    return brokenRequirements(portal.requirements(type), { isNew: draft.existing === null, sent, after });
  }

  /** A multi-select value with a leading semicolon is added to the existing ones. */
  #appended(fieldType: string, name: string, value: string, draft: Draft): string {
    if (fieldType !== 'checkbox' || !value.startsWith(';')) return value;
    const before = (draft.existing?.values[name] ?? '').split(';');
    return [...new Set([...before, ...value.split(';')])].filter((part) => part !== '').join(';');
  }

  #takenValues(draft: Draft, values: Values): ValueProblem[] {
    const { portal, type } = this.#rules;
    return portal
      .properties(type)
      .uniqueNames()
      .flatMap((name) => {
        const value = values[name] ?? '';
        if (value === '') return [];
        const owner = portal.records(type).uniqueOwner(name, value);
        if ((owner === null || owner === draft.existing) && !this.#claims.has(`${name}\n${value}`)) return [];
        const message = `Cannot set ${name} to ${value}. ${owner?.id ?? 'Another record'} already has that value.`;
        return [{ name, error: 'CONFLICTING_UNIQUE_VALUE', message }];
      });
  }

  /** What a written draft makes unavailable to the rest of its batch: its email addresses and its unique values. */
  #claimsOf(values: Values): string[] {
    const { portal, type } = this.#rules;
    const unique = portal
      .properties(type)
      .uniqueNames()
      .map((name) => `${name}\n${values[name] ?? ''}`);
    return [
      ...claimedEmails(values).map((email) => `email\n${email}`),
      ...unique.filter((claim) => !claim.endsWith('\n')),
    ];
  }

  #emailOwner(draft: Draft, values: Values): CrmRecord | number | null {
    const { portal, type } = this.#rules;
    for (const email of claimedEmails(values)) {
      const owner = portal.records(type).emailOwner(email) ?? this.#claims.get(`email\n${email}`) ?? null;
      if (owner !== null && owner !== draft.existing) return owner;
    }
    return null;
  }
}
