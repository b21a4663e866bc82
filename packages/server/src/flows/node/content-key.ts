import { createHash } from "node:crypto";
import type { FlowNode } from "../flow/flow.ts";
import type { NodeOutput } from "../flow/node-output.ts";
import type { NodeKind } from "./node-kind.ts";

/** What the output of a node depends on, by part. The same parts give the same output. */
export type KeyParts = Record<string, string>;

/** The prefix of parts that stand for an input; the rest of the name is the id of the node that gave it. */
export const inputPart = "input ";
/** The prefix of parts that stand for what a node reads beside its inputs. */
export const readPart = "read ";
/** The prefix of parts that stand for a field of the configuration. */
export const configPart = "config ";

/**
 * What a node's output depends on: its code, its configuration, what comes in, what it reads beside that, and the query of
 * the run, unless its questions come in.
 */
export function keyPartsOf(
  { type, config }: FlowNode,
  kind: Pick<NodeKind, "version" | "readsQuery" | "defaults" | "readsOf">,
  { inputs, query, reads }: KeySources,
): KeyParts {
  const fields = Object.entries({ ...kind.defaults, ...config }).filter(([, value]) => value !== undefined);
  return {
    code: `${type} ${kind.version}`,
    ...Object.fromEntries(fields.map(([name, value]) => [configPart + name, canonicalJson(value)])),
    ...Object.fromEntries(
      inputs.map(({ nodeId, output }) => {
        // What several nodes found is joined by its scores.
        const read = inputs.length === 1 ? kind.readsOf?.(output) : undefined;
        return [inputPart + nodeId, read === undefined ? fingerprintOf(output) : sha256(canonicalJson(read))];
      }),
    ),
    ...Object.fromEntries(Object.entries(reads).map(([name, value]) => [readPart + name, value])),
    ...(kind.readsQuery &&
      !inputs.some(({ output }) => bringsQueries(output)) && { query: canonicalJson(query) }),
  };
}

export type KeySources = {
  inputs: { nodeId: string; output: NodeOutput }[];
  query: string | null;
  reads: Record<string, string>;
};

const bringsQueries = (output: NodeOutput): boolean =>
  (output.kind === "queries" && output.queries.length > 0) || output.kind === "passages";

export const keyOf = (parts: KeyParts): string => sha256(canonicalJson(parts));

/** Names an output by its content. How long a model took is not part of it. */
const fingerprintOf = (output: NodeOutput): string =>
  sha256(
    canonicalJson(
      output.kind === "answers"
        ? { ...output, answers: output.answers.map(({ seconds: _, ...answer }) => answer) }
        : output,
    ),
  );

/** JSON with the keys of every object in order. Fields without a value are left out. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
