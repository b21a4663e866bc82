type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Why a provider that holds a model strictly to a schema would refuse it: of each object all properties must be required
 * and no others allowed, and some keywords are unknown. Null when it would not.
 */
export function strictOffence(schema: unknown, path = "#"): string | null {
  if (!isSchema(schema)) return null;
  for (const keyword of ["pattern", "format", "minLength", "default", "oneOf", "allOf", "patternProperties"])
    if (keyword in schema) return `${path}: '${keyword}' is not permitted`;
  if (schema.type === "object" || isSchema(schema.properties)) {
    if (schema.additionalProperties !== false) return `${path}: 'additionalProperties' must be false`;
    const names = Object.keys((schema.properties as Schema | undefined) ?? {});
    const required = Array.isArray(schema.required) ? schema.required : [];
    const optional = names.find((name) => !required.includes(name));
    if (optional !== undefined)
      return `${path}: 'required' must name every property, and lacks '${optional}'`;
  }
  const inner: [string, unknown][] = [
    ...Object.entries((schema.properties as Schema | undefined) ?? {}),
    ["items", schema.items],
    ...((schema.anyOf as unknown[] | undefined) ?? []).map((branch, index): [string, unknown] => [
      `anyOf/${index}`,
      branch,
    ]),
  ];
  for (const [name, part] of inner) {
    const offence = strictOffence(part, `${path}/${name}`);
    if (offence !== null) return offence;
  }
  return null;
}
