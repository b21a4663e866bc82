import { createRequire } from "node:module";

/** The package's version, from its own package.json. The file is one folder above both `src` and `dist`. */
export const version: string = createRequire(import.meta.url)("../package.json").version;
