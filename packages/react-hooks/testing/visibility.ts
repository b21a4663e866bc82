/** Hides or shows the tab, as switching tabs does. */
export function setTabHidden(hidden: boolean): void {
  Object.defineProperty(document, "visibilityState", {
    configurable: true,
    get: () => (hidden ? "hidden" : "visible"),
  });
  window.dispatchEvent(new Event("visibilitychange"));
}
