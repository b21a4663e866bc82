/** The thinking level of a request, as the contract spells it. A higher level takes longer and reads more. */
export type { ThinkingLevel } from "@headwater/spec";
