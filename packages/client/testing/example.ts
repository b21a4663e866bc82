import { readFileSync } from "node:fs";

/** An answer of the service from the spec's examples, such as `getBuild.200.pending`. */
export const example = <Body>(name: string): Body =>
  JSON.parse(readFileSync(new URL(`../../../spec/examples/${name}.json`, import.meta.url), "utf8")) as Body;
