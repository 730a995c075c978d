import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../graphql.ts';

/* The values of a form, and the problems of its fields. */

/** What was refused, by the path of the field that caused it (`items[0].quantity`). */
export interface Errors {
  /** The problem of the field. A control that asks for it shows it. */
  at(field: string): string | undefined;
  /** Problems that no control has asked for: they belong to no field on the screen. */
  rest(): Problem[];
}

/** The problems by field, so that each is shown once: at its field, or among the rest. */
export function errorsOf(problems: readonly Problem[]): Errors {
  const askedFields = new Set<string>();
  return {
    at(field) {
      askedFields.add(field);
      return problems.find(problem => problem.field === field)?.message;
    },
    rest: () => problems.filter(({ field }) => field === null || !askedFields.has(field)),
  };
}

type FieldEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** The values of a form, and for each of them the props of its control. */
export function useFields<Values extends object>(initial: Values) {
  const [values, setValues] = useState(initial);
  const change = (part: Partial<Values>) => setValues(old => ({ ...old, ...part }));
  // The initial values may change after the form was opened, such as the user's default location.
  const before = useRef(initial);
  useEffect(() => {
    const late = Object.entries(initial).filter(
      ([name, value]) => before.current[name as keyof Values] === null && value !== null,
    );
    before.current = initial;
    if (late.length > 0)
      setValues(old => ({
        ...old,
        ...Object.fromEntries(late.filter(([name]) => old[name as keyof Values] === null)),
      }));
  });
  const put = (name: keyof Values, value: unknown) => change({ [name]: value } as Partial<Values>);
  type Name<Value> = { [N in keyof Values]: Values[N] extends Value ? N : never }[keyof Values] & string;
  return {
    values,
    change,
    /** Resets all fields to their current initial values. */
    reset: () => setValues(initial),
    /** A text field. `path` is the field's name in the service, if it differs. */
    text: (name: Name<string>, errors: Errors, path: string = name) => ({
      value: values[name] as string,
      onChange: (event: FieldEvent) => put(name, event.currentTarget.value),
      error: errors.at(path),
    }),
    amount: (name: Name<number | string>, errors: Errors, path: string = name) => ({
      value: values[name] as number | string,
      onChange: (value: number | string) => put(name, value),
      error: errors.at(path),
      min: 0,
      decimalScale: 4,
    }),
    /** One of several options, or none. */
    choice: (name: Name<string | null>, errors: Errors, path: string = name) => ({
      value: values[name] as string | null,
      onChange: (value: string | null) => put(name, value),
      error: errors.at(path),
    }),
    /** Always one of several options. */
    pick: (name: Name<string>, errors: Errors, path: string = name) => ({
      value: values[name] as string,
      onChange: (value: string | null) => value !== null && put(name, value),
      error: errors.at(path),
      allowDeselect: false,
    }),
    check: (name: Name<boolean>, errors: Errors, path: string = name) => ({
      checked: values[name] as boolean,
      onChange: (event: FieldEvent) => put(name, (event.currentTarget as HTMLInputElement).checked),
      error: errors.at(path),
    }),
  };
}

/** The values without empty ones. */
export const withoutEmpty = <Values extends object>(
  values: Values,
): { [N in keyof Values]?: Exclude<Values[N], null> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== null)) as never;

/** The value of a number field; null if it is empty. */
export const numberOf = (value: number | string): number | null => (value === '' ? null : Number(value));
