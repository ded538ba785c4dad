/** What is filled into the fields of a form, and what is sent of it. */
import type { Field } from '../../protocol';

/** What stands in a field before anybody has touched it. */
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

/** What a form shows: what was sent before, and for the rest what stands there at first. */
export function filled(fields: readonly Field[], sent: unknown): Record<string, unknown> {
  const before: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : { '': sent ?? undefined };
  return Object.fromEntries(fields.map((field) => [field.key, before[field.key] ?? first(field)]));
}

/** What is sent of a form: its values by key, or the one value that stands alone. */
export function sent(fields: readonly Field[], values: Readonly<Record<string, unknown>>): unknown {
  if (fields.length === 1 && fields[0]?.key === '') return values[''];
  return Object.fromEntries(fields.map(({ key }) => [key, values[key]]));
}

/** Fields that have to hold something and do not. */
export const empty = (fields: readonly Field[], values: Readonly<Record<string, unknown>>): Field[] =>
  fields.filter(({ key, value }) => value.is === 'text' && String(values[key] ?? '').trim() === '');
