import { createRequire } from "node:module";

/** Of the package, from its own package.json: the file stands one folder above both `src` and `dist`. */
export const version: string = createRequire(import.meta.url)("../package.json").version;
