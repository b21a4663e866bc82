import type { Method } from "@headwater/spec";

/** The methods there are parsers for; a request for another one is served by `fast`, and the build says so. */
export const servedMethods: readonly Method[] = ["auto", "fast"];
