/** REST and SQL use snake_case, the code camelCase. Names are converted here and nowhere else. A leading `_` stays. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
export const camel = (name: string): string =>
  name.replace(/(?<!^)_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
export const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The details of an error as REST spells them, deeply. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (value === null || typeof value !== 'object' || 'toJSON' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [snake(key), snakeKeys(inner)]));
}
