import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const fileOf = (name: string) => join(import.meta.dirname, `../../../spec/examples/${name}.json`);

/** An answer of the service from the spec's examples, such as `getBuild.200.pending`. */
export const example = <Body>(name: string): Body => JSON.parse(readFileSync(fileOf(name), "utf8")) as Body;

export const hasExample = (name: string): boolean => existsSync(fileOf(name));
