/** BCP 47 of a container's language, which may be one of three letters; null for none, unknown and nonsense. */
export function languageOf(code: unknown): string | null {
  if (typeof code !== "string" || !/^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code)) return null;
  if (/^(?:und|mul|zxx|mis)$/i.test(code)) return null;
  return Intl.getCanonicalLocales(code.replaceAll("_", "-"))[0] ?? null;
}

/** Whether two recordings of unknown or known language may be in the same one; regions do not count. */
export const mayBeSameLanguage = (a: string | null, b: string | null): boolean =>
  a === null || b === null || a.split("-")[0] === b.split("-")[0];

/** `German` for `de`. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
