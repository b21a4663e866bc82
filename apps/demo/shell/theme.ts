/** The reader's choice. `system` follows the operating system and is stored as no choice. */
export type Theme = "system" | "light" | "dark";

export const themes: readonly { theme: Theme; label: string }[] = [
  { theme: "system", label: "System theme" },
  { theme: "light", label: "Light" },
  { theme: "dark", label: "Dark" },
];

const storageKey = "headwater-theme";

/** Runs in the head of the document before the first paint. Without browser storage it follows the system. */
export const themeScript = `try{var t=localStorage.getItem("${storageKey}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

/** The current choice of this document. */
export function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** Applies a choice, and stores it for the next visit if the browser allows it. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage is switched off. The choice lasts until the page is left.
  }
}

/** Calls back when another tab changed the choice. */
export function watchTheme(onChange: () => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== storageKey) return;
    applyTheme(event.newValue === "light" || event.newValue === "dark" ? event.newValue : "system");
    onChange();
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}
