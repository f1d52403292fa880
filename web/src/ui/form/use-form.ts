import { ApiError } from '@ridgeline/contracts';
import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldTexts } from './field-texts.ts';
import { whenPointerRests } from './pointer-rest.ts';

/** Keeps the input of some fields beyond the form; see `useDraft`. */
export interface FormDraft<Name extends string = string> {
  readonly fields: readonly Name[];
  /** What is kept of them; the same object until it changes. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether there was a draft when the form was mounted. */
  readonly restored: boolean;
  readonly keep: (field: string, value: unknown) => void;
  readonly drop: () => void;
}

interface FormOptions<Values> {
  readonly initial: Values;
  /** The messages of all invalid fields. */
  readonly check: (values: Values) => FieldTexts<Values>;
  /** Submits the form. If it throws, the input stays and the server's messages appear at their fields. */
  readonly submit: (values: Values) => Promise<void>;
  /** Maps a failure without field messages to the fields it concerns. */
  readonly blame?: (error: unknown) => FieldTexts<Values>;
  /** Fields that cannot be changed here: a failure about one is shown with the form, and never marks the field. */
  readonly fixed?: readonly (keyof Values & string)[];
  readonly draft?: FormDraft<keyof Values & string>;
}

export interface Form<Values> {
  readonly values: Values;
  /** The texts to show: of fields that were left or submitted. */
  readonly errors: FieldTexts<Values>;
  readonly submitting: boolean;
  /** The error of the last submission, or null. */
  readonly failure: unknown;
  /** At how many fields the reasons of the failure are shown, and need not be repeated. */
  readonly failedFields: number;
  /** Its values were typed before the session ended, and were not sent yet. */
  readonly restored: boolean;
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** Sets several fields together, for example if one depends on another. */
  readonly setAll: (changes: Partial<Values>) => void;
  readonly leave: (name: keyof Values & string) => void;
  /** Begins again with the given values: without errors, and without the failure. */
  readonly reset: (values: Values) => void;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * The state of a form: checked when a field is left and on submit, the first wrong field focused. A text disappears
 * as soon as its field is right again.
 */
export function useForm<Values extends object>(options: FormOptions<Values>): Form<Values> {
  const { initial, check, submit, blame, fixed = [], draft } = options;
  const [typed, setTyped] = useState(initial);
  const kept = draft?.values;
  const values = useMemo<Values>(() => ({ ...typed, ...kept }), [typed, kept]);
  const [errors, setErrors] = useState<FieldTexts<Values>>({});
  const [submitting, setSubmitting] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [failedFields, setFailedFields] = useState(0);
  // A field may be checked a moment after it lost the focus; the check uses its value at that time.
  const latest = useRef(values);
  // Fields not edited since the form restarted, for example after a submission: they are legitimately empty.
  const untouched = useRef(new Set<string>());
  useEffect(() => {
    latest.current = values;
  }, [values]);

  const showErrors = (element: HTMLFormElement, texts: FieldTexts<Values>) => {
    flushSync(() => {
      setErrors(texts);
    });
    element.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const send = async (element: HTMLFormElement) => {
    const wrong = check(values);
    setFailure(null);
    showErrors(element, wrong);
    if (Object.keys(wrong).length > 0) return;
    setSubmitting(true);
    try {
      await submit(values);
      draft?.drop();
    } catch (error) {
      const texts = without(serverTexts(error, values, blame), fixed);
      setFailure(error);
      setFailedFields(Object.keys(texts).length);
      showErrors(element, texts);
    } finally {
      setSubmitting(false);
    }
  };

  const setAll = (changes: Partial<Values>) => {
    const next = { ...values, ...changes };
    setTyped(next);
    const names = Object.keys(changes) as (keyof Values & string)[];
    for (const name of names) {
      if (draft?.fields.includes(name)) draft.keep(name, next[name]);
      untouched.current.delete(name);
    }
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong.length === 0) return;
    const texts = check(next);
    setErrors(wrong.reduce((left, name) => replaced(left, name, texts[name]), errors));
  };

  return {
    values,
    errors,
    submitting,
    failure,
    failedFields,
    restored: draft?.restored === true && Object.keys(draft.values).length > 0,
    set(name, value) {
      setAll({ [name]: value } as unknown as Partial<Values>);
    },
    setAll,
    leave(name) {
      whenPointerRests(() => {
        if (untouched.current.has(name)) return;
        setErrors((now) => replaced(now, name, check(latest.current)[name]));
      });
    },
    reset(next) {
      untouched.current = new Set(Object.keys(next));
      setTyped(next);
      draft?.drop();
      setErrors({});
      setFailure(null);
      setFailedFields(0);
    },
    onSubmit(event) {
      event.preventDefault();
      if (!submitting) void send(event.currentTarget);
    },
  };
}

function replaced<Values>(errors: FieldTexts<Values>, name: keyof Values & string, text: string | undefined) {
  const rest = without(errors, [name]);
  return text === undefined ? rest : { ...rest, [name]: text };
}

function without<Values>(texts: FieldTexts<Values>, names: readonly string[]): FieldTexts<Values> {
  return Object.fromEntries(
    Object.entries(texts).filter(([field]) => !names.includes(field)),
  ) as FieldTexts<Values>;
}

function serverTexts<Values extends object>(
  error: unknown,
  values: Values,
  blame: ((error: unknown) => FieldTexts<Values>) | undefined,
): FieldTexts<Values> {
  const named = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = Object.fromEntries(
    named.filter(([field, text]) => field in values && text),
  ) as FieldTexts<Values>;
  return Object.keys(known).length > 0 ? known : (blame?.(error) ?? {});
}
