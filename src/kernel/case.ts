/* REST and SQL use snake_case, the code camelCase. Names are converted here and nowhere else. */

/** The camelCase name in snake_case. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
/** The snake_case name in camelCase. A leading `_` stays. */
export const camel = (name: string): string =>
  name.replace(/(?<!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** The camelCase name in PascalCase. */
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
/** The PascalCase name in camelCase. */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The details of an error as REST spells them, deeply. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), snakeKeys(inner)]));
}
