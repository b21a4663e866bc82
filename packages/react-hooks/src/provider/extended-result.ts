/**
 * A query's result with more fields. Forwarded by getters: TanStack Query re-renders a component only for the fields it
 * reads, and a spread would read them all.
 */
export function extendedResult<Result extends object, Extra extends object>(
  result: Result,
  extra: Extra,
): Omit<Result, keyof Extra> & Extra {
  const extended = {};
  for (const key of Object.keys(result) as (keyof Result)[])
    Object.defineProperty(extended, key, { enumerable: true, configurable: true, get: () => result[key] });
  return Object.defineProperties(extended, Object.getOwnPropertyDescriptors(extra)) as never;
}
