/**
 * A source or a build says of which file it is a duplicate. A caller who may not see that file gets null, as for a document
 * that was read: that there is another file with these bytes is nothing they may know.
 */
export async function withoutHiddenOriginal<T>(
  value: T,
  isVisible: (fileId: string) => boolean | Promise<boolean>,
): Promise<T> {
  const { duplicate_of: original } = (value ?? {}) as { duplicate_of?: unknown };
  if (original === undefined || original === null) return value;
  if (typeof original === "string" && (await isVisible(original))) return value;
  return { ...value, duplicate_of: null };
}
