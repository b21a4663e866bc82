import type { Flow } from "./graph.ts";
import type { Prompt } from "./prompts.ts";

/** A fake service of flows: what it answers from, and what tests did to it. */
export type FlowService = {
  origin: string;
  flows: Map<string, Flow>;
  prompts: Prompt[];
  /** Runs that were replayed, and on what. */
  replayed: string[];
  /** Holds each node of a simulation until it is called. Undefined: nodes do not wait. */
  gate: (() => Promise<void>) | undefined;
  /** Runs that were stopped. */
  stopped: string[];
  close(): Promise<void>;
};
