/** The values of the fields of a form, and the value that is sent. */
import type { Field } from '../../protocol';

/** Returns the initial value of a field. */
function first({ value }: Field): unknown {
  switch (value.is) {
    case 'number':
      return value.least;
    case 'text':
      return '';
    case 'toggle':
      return false;
    case 'choice':
      return value.options[0]?.value ?? '';
  }
}

/** Returns the values of a form: those that were sent before, and initial values for the rest. */
export function filled(fields: readonly Field[], sent: unknown): Record<string, unknown> {
  const before: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : { '': sent ?? undefined };
  return Object.fromEntries(fields.map((field) => [field.key, before[field.key] ?? first(field)]));
}

/** Returns what is sent: the values by key, or the value itself of a single field with an empty key. */
export function sent(fields: readonly Field[], values: Readonly<Record<string, unknown>>): unknown {
  if (fields.length === 1 && fields[0]?.key === '') return values[''];
  return Object.fromEntries(fields.map(({ key }) => [key, values[key]]));
}

/** Returns the text fields that are blank. */
export const empty = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): Field[] =>
  fields.filter(({ key, value }) => value.is === 'text' && String(values[key] ?? '').trim() === '');
