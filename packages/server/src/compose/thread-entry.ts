/** The code of a thread beside this file, which is TypeScript in tests and bundled in the package. */
export const threadEntry = (name: string): URL =>
  new URL(`./${name}-thread.${import.meta.url.endsWith(".ts") ? "ts" : "mjs"}`, import.meta.url);
