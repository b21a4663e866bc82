import { join } from "node:path";

/** Where `.ci/run` installs the programs of tests that come as Python packages. */
export const pythonTools = join(import.meta.dirname, "../../../.headwater/python/bin");
