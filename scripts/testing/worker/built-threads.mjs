import { registerHooks } from "node:module";

/**
 * Lets a service that a test starts in its own process run the built threads (`npm test` builds them before). From the
 * sources each thread loads hundreds of files, which takes longer than most tests.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, name] =
      /\/packages\/server\/src\/(?:compose|adapters\/allocator)\/([a-z]+-thread)\.ts$/.exec(specifier) ?? [];
    if (name === undefined || context.parentURL !== undefined) return nextResolve(specifier, context);
    return nextResolve(new URL(`../../../packages/server/dist/${name}.mjs`, import.meta.url).href, context);
  },
});
