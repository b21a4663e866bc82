"use client";

import { useRevision } from "@headwater/react-hooks";
import { useDraftState } from "../draft/draft-context.ts";
import type { Graph } from "../graph/graph.ts";

/** The graph of a revision or of the saved draft; undefined while it loads. */
export function useGraphOf(side: string | undefined): Graph | undefined {
  const saved = useDraftState((state) => state.saved);
  const revision = useRevision(saved.name, side === "draft" ? undefined : side);
  // Nodes of all types are read alike here; the spec has a type for each.
  return side === "draft" ? saved.graph : (revision.data?.graph as unknown as Graph | undefined);
}
