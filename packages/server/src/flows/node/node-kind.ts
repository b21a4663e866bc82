import type { ProjectId } from "../../kernel/ids.ts";
import type { TokenUsage } from "../../models/usage.ts";
import type { FlowNode, FlowNodeType } from "../flow/flow.ts";
import type { NodeOutput, OutputKind } from "../flow/node-output.ts";
import type { NodeCost } from "../flow/shown.ts";

export type NodeInput = {
  node: FlowNode;
  projectId: ProjectId;
  /** What the nodes before it gave, in the order of the edges. */
  inputs: NodeOutput[];
  /** The query of the run; null when there is none. Question and test set nodes before it have priority. */
  query: string | null;
  signal: AbortSignal;
};

/** What a node did: its output, and what its result says beyond the flags, by the names of the contract. */
export type NodeOutcome = {
  output: NodeOutput;
  counts: Record<string, number | string | null>;
  /** For a person to read: "semantic uses words, because no embedding model is set". */
  notes?: string[] | undefined;
  usage?: TokenUsage | undefined;
};

/** What the engine knows of a type of node. */
export type NodeKind = {
  type: FlowNodeType;
  /** Raised when the node's code gives another output for the same input. */
  version: number;
  /** What it takes. A kind in `needs` must come in, one in `takes` may. */
  needs: readonly (OutputKind | readonly OutputKind[])[];
  takes: readonly OutputKind[];
  /** What it gives. The response node gives what comes in. */
  gives: OutputKind | "input";
  /** Whether its output depends on the query of the run. */
  readsQuery: boolean;
  /** Whether its output depends on what is stored, so that only running it shows it. It must cost next to nothing. */
  isVolatile?: true | undefined;
  /**
   * Whether runs of a revision keep its output for later ones: it is expensive, and a pure function of its key. What searches the
   * service's index does not: the index may not have followed yet.
   */
  isKeptByRuns?: true | undefined;
  /** What else its output depends on, by name, as texts to compare: the words of a prompt, say. */
  alsoReads?: ((input: Pick<NodeInput, "node" | "projectId">) => Promise<Record<string, string>>) | undefined;
  /** What its output depends on of the only output that comes in, as plain data. Default: all of it. */
  readsOf?: ((output: NodeOutput) => unknown) | undefined;
  /** What the fields of the configuration are when they are left out. */
  defaults?: Record<string, unknown> | undefined;
  /** Throws `NodeError` for what the flow's author can mend, `ModelUnavailableError` and the signal's reason. */
  run: (input: NodeInput) => Promise<NodeOutcome>;
  /** What running would cost, without running: for the preview. */
  estimate?: ((input: NodeInput) => Promise<NodeCost>) | undefined;
};

/** A node can't run as it is. The message is for the flow's author and says what to do. */
export class NodeError extends Error {
  override name = "NodeError";
}
