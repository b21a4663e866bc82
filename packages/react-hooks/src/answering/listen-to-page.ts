type Page = {
  /** The page may close: the user may still be asked, and stay. */
  onMayLeave: () => void;
  /** The page closes. `isKept`: the browser may show it again as it is (back/forward cache). */
  onLeave: (isKept: boolean) => void;
  /** The browser shows the page again. */
  onReturn: () => void;
};

/**
 * Listens to the end of the page, while an answer is written only: in some browsers a page that listens to
 * `beforeunload` is restored more slowly. Returns what ends it.
 */
export function listenToPage({ onMayLeave, onLeave, onReturn }: Page): () => void {
  // React Native has a `window`, but no pages.
  if (typeof window.addEventListener !== "function") return () => {};
  const leave = ({ persisted }: PageTransitionEvent) => onLeave(persisted === true);
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && onReturn();
  window.addEventListener("beforeunload", onMayLeave);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", comeBack);
  return () => {
    window.removeEventListener("beforeunload", onMayLeave);
    window.removeEventListener("pagehide", leave);
    window.removeEventListener("pageshow", comeBack);
  };
}
