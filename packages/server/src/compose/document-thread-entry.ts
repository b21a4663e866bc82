/** Where the code of document threads lies: beside this file, in the sources and in the bundle. */
export const documentThread = new URL(
  import.meta.url.endsWith(".ts") ? "./document-thread.ts" : "./document-thread.mjs",
  import.meta.url,
);
