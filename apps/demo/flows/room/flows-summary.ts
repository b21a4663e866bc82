import type { FlowStatus } from "@headwater/spec";
import { capitalised, numberInWords } from "../../sources/sizes.ts";

const parts: readonly (readonly [FlowStatus, one: string, many: string])[] = [
  ["Deployed", "answers at its address", "answer at their address"],
  ["New", "was never deployed", "were never deployed"],
  ["Not deployed", "was taken down", "were taken down"],
  ["Failed", "failed", "failed"],
];

/** "Six flows. Three answer at their address, one was never deployed." */
export function flowsSummary(flows: readonly { status: FlowStatus }[]): string {
  if (flows.length === 0) return "No flow yet. Make one from your sources.";
  const counts = parts.flatMap(([status, one, many]) => {
    const count = flows.filter((flow) => flow.status === status).length;
    return count === 0 ? [] : [`${numberInWords(count)} ${count === 1 ? one : many}`];
  });
  return `${capitalised(numberInWords(flows.length))} ${flows.length === 1 ? "flow" : "flows"}. ${capitalised(counts.join(", "))}.`;
}
