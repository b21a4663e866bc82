import { type Changes, changesOf } from "../graph/changes.ts";
import type { FlowDetail } from "../graph/flow-detail.ts";
import type { Graph, GraphNode } from "../graph/graph.ts";
import type { Progress } from "../graph/node-state.ts";

export type DraftState = {
  /** As the service has it. */
  saved: FlowDetail;
  /** As it is drawn, with what is not saved. */
  graph: Graph;
  /** The nodes of `graph` by id. */
  nodes: ReadonlyMap<string, GraphNode>;
  changes: Changes;
  /** The node whose settings are open. */
  selected: string | undefined;
  /** Set while a simulation runs and until the results are there. */
  progress: ReadonlyMap<string, Progress>;
  /** Whether the flow was changed at the service since this draft began. */
  isOutdated: boolean;
};

export type Draft = {
  get(): DraftState;
  subscribe(onChange: () => void): () => void;
  /** Changes the graph; nothing is sent. */
  edit(command: (graph: Graph) => Graph): void;
  select(id: string | undefined): void;
  /** Takes what the service answered. Edits stay, unless `drop` is set. */
  adopt(detail: FlowDetail, drop?: "drop"): void;
  /** Takes what the service made of `sent`. What was edited while it was on its way stays. */
  adoptSaved(detail: FlowDetail, sent: Graph): void;
  /** Drops what is not saved. */
  reset(): void;
  setProgress(change: (progress: ReadonlyMap<string, Progress>) => ReadonlyMap<string, Progress>): void;
};

/** Whether leaving the page would lose something. */
export const isEdited = ({ changes }: Pick<DraftState, "changes">): boolean =>
  changes.count > 0 || changes.moved;

/** Holds a flow while it is edited, outside of React: a change repaints only what shows it. */
export function createDraft(detail: FlowDetail): Draft {
  const listeners = new Set<() => void>();
  let state: DraftState = {
    ...withGraph(detail, detail.graph),
    saved: detail,
    selected: undefined,
    progress: new Map(),
    isOutdated: false,
  };
  const set = (next: Partial<DraftState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const adopt = (detail: FlowDetail, drop?: "drop") => {
    if (drop === undefined && isEdited(state)) {
      const graph = withResults(state.graph, detail.graph);
      if (detail.version !== state.saved.version) set({ ...withGraph(state.saved, graph), isOutdated: true });
      else set({ ...withGraph(detail, graph), saved: detail });
      return;
    }
    const kept = withKnownNodes(detail, state.nodes);
    set({ ...selectable(state, withGraph(kept, kept.graph)), saved: kept, isOutdated: false });
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit(command) {
      const graph = command(state.graph);
      if (graph !== state.graph) set(selectable(state, withGraph(state.saved, graph)));
    },
    select(selected) {
      if (selected !== state.selected) set({ selected });
    },
    reset: () => set({ ...selectable(state, withGraph(state.saved, state.saved.graph)) }),
    adopt,
    adoptSaved(detail, sent) {
      if (state.graph === sent) adopt(detail, "drop");
      else
        set({
          ...withGraph(detail, withResults(state.graph, detail.graph)),
          saved: detail,
          isOutdated: false,
        });
    },
    setProgress: (change) => set({ progress: change(state.progress) }),
  };
}

const withGraph = (saved: FlowDetail, graph: Graph) => ({
  graph,
  nodes: new Map(graph.nodes.map((node) => [node.id, node])),
  changes: changesOf(saved.graph, graph),
});

/** A node that is gone is no longer selected. */
const selectable = <Next extends Pick<DraftState, "nodes">>({ selected }: DraftState, next: Next) => ({
  ...next,
  selected: selected !== undefined && next.nodes.has(selected) ? selected : undefined,
});

/** The edited graph with the results that the service has now. */
function withResults(graph: Graph, from: Graph): Graph {
  const known = new Map(from.nodes.map((node) => [node.id, node.data.result]));
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const { result: _, ...data } = node.data;
      const result = known.get(node.id);
      return { ...node, data: result ? { ...data, result } : data };
    }),
  };
}

/** Keeps the objects of nodes that have not changed, so that nothing is painted again for them. */
function withKnownNodes(detail: FlowDetail, known: ReadonlyMap<string, GraphNode>): FlowDetail {
  const nodes = detail.graph.nodes.map((node) => {
    const old = known.get(node.id);
    return old && JSON.stringify(old) === JSON.stringify(node) ? old : node;
  });
  return { ...detail, graph: { ...detail.graph, nodes } };
}
