/** Where the ids lie between two rooms. */
const key = "headwater-handed-scope";

/**
 * Puts a scope down for the Ask room, which this tab opens next at `askHandedAddress`. An address holds some 280 ids,
 * this any number. False when the browser stores nothing for the page: then the room must not be opened.
 */
export function handScope(fileIds: readonly string[], storage = () => sessionStorage): boolean {
  try {
    storage().setItem(key, JSON.stringify(fileIds));
    return true;
  } catch {
    // Storage is switched off or full.
    return false;
  }
}

/**
 * Takes the scope that was put down. Null without one: the address was opened in another tab, and a question
 * about some sources must not become a question about all.
 */
export function takeHandedScope(storage = () => sessionStorage): string[] {
  try {
    const fileIds: unknown = JSON.parse(storage().getItem(key) ?? "[]");
    storage().removeItem(key);
    return Array.isArray(fileIds) ? fileIds.filter((fileId) => typeof fileId === "string") : [];
  } catch {
    // Storage is switched off, or contains a foreign value.
    return [];
  }
}
