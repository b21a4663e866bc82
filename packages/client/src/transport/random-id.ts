/**
 * A string that is made once. `crypto.randomUUID` is missing on pages without HTTPS, and `crypto` in React Native. It
 * is not a secret, so the random numbers need not be unpredictable.
 */
export const randomId = (): string =>
  globalThis.crypto?.randomUUID?.() ??
  Array.from({ length: 4 }, () => Math.random().toString(36).slice(2).padEnd(11, "0")).join("");
