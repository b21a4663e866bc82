import type { FlowChange } from "@headwater/spec";
import { counted } from "../graph/node-summary.ts";
import { inWords } from "../graph/spoken-node.ts";
import { isLayout, placeOf } from "../revisions/changed-nodes.ts";

/** What happened from one state of a flow to another, in one sentence. */
export function gist(changes: readonly FlowChange[], left: string, right: string): string {
  const whole = (kind: FlowChange["kind"]) =>
    changes.filter(
      (change) =>
        change.kind === kind && placeOf(change.path).node !== undefined && placeOf(change.path).rest === "",
    ).length;
  const settings = new Set(
    changes.flatMap(({ path }) => {
      const { node, rest } = placeOf(path);
      return node !== undefined && rest !== "" && !isLayout(rest) ? [node] : [];
    }),
  ).size;
  const edges = changes.filter(({ path }) => path.startsWith("edges[")).length;
  const parts = [
    whole("added") && `adds ${counted(whole("added"), "node", "nodes")}`,
    whole("removed") && `leaves out ${counted(whole("removed"), "node", "nodes")}`,
    settings && `sets ${counted(settings, "node", "nodes")} differently`,
    edges && `joins them differently in ${counted(edges, "place", "places")}`,
  ].filter((part) => typeof part === "string");
  if (parts.length === 0) return `${left} and ${lowered(right)} are the same.`;
  return `${right} ${inWords(parts)}, against ${lowered(left)}.`;
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
