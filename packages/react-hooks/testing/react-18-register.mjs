import { registerHooks } from "node:module";

// For packages that Node loads itself: every import of React gets React 18.
registerHooks({
  resolve(specifier, context, nextResolve) {
    const [, name, path] = /^(react|react-dom)(\/.*)?$/.exec(specifier) ?? [];
    if (!name) return nextResolve(specifier, context);
    return nextResolve(`${name}18${path ?? ""}`, { ...context, parentURL: import.meta.url });
  },
});
