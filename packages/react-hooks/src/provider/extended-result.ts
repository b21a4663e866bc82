/**
 * Adds fields to a query's result. It uses getters, because TanStack Query re-renders a component only for the fields
 * that it reads. A spread would read all of them.
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
