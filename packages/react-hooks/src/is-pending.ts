/**
 * Whether a field was given and has no value yet. A field that is left out is not pending: it means the default.
 *
 * @example isPending({ fileIds: undefined }, "fileIds") // true
 */
export const isPending = <Name extends string>(fields: { [Field in Name]?: unknown }, name: Name): boolean =>
  name in fields && (fields[name] ?? undefined) === undefined;
