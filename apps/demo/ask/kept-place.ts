const storageKey = "headwater-ask-place";

/** The entry of the browser's history that is shown; undefined in browsers that do not say. */
const entry = (): string | undefined =>
  (window as { navigation?: { currentEntry?: { key: string } | null } }).navigation?.currentEntry?.key;

/** Keeps how far the window is scrolled. The browser itself would scroll back before the answers are drawn. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([entry(), window.scrollY]));
  } catch {
    // Without storage the conversation opens at its end.
  }
}

/** How far the window was scrolled when this entry of the history was left, in px. */
export function keptPlace(): number | undefined {
  try {
    const [key, top]: unknown[] = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return key !== undefined && key === entry() && typeof top === "number" ? top : undefined;
  } catch {
    return undefined;
  }
}
