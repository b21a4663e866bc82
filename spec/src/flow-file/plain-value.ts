/** Maps become plain objects. */
export function plainValue(value: unknown): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, each]) => [String(key), plainValue(each)]));
  return Array.isArray(value) ? value.map(plainValue) : value;
}
