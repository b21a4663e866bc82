/** How hard to think about a request, as the contract spells it: more takes longer, and reads more. */
export type { ThinkingLevel } from "@headwater/spec";
