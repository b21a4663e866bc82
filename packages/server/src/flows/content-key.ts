import { createHash } from "node:crypto";
import type { FlowNode } from "./flow.ts";
import type { NodeKind } from "./node-kind.ts";
import type { NodeOutput } from "./node-output.ts";

/** What the output of a node depends on, by part. The same parts give the same output. */
export type KeyParts = Record<string, string>;

/** The prefix of parts that stand for an input; the rest of the name is the id of the node that gave it. */
export const inputPart = "input ";
/** The prefix of parts that stand for a field of the configuration. */
export const configPart = "config ";

/** What a node's output depends on: its code, its configuration, what comes in, and the query if it reads it. */
export function keyPartsOf(
  { type, config }: FlowNode,
  kind: Pick<NodeKind, "version" | "readsQuery" | "defaults">,
  inputs: { nodeId: string; fingerprint: string }[],
  query: string | null,
): KeyParts {
  const fields = Object.entries({ ...kind.defaults, ...config }).filter(([, value]) => value !== undefined);
  return {
    code: `${type} ${kind.version}`,
    ...Object.fromEntries(fields.map(([name, value]) => [configPart + name, canonicalJson(value)])),
    ...Object.fromEntries(inputs.map(({ nodeId, fingerprint }) => [inputPart + nodeId, fingerprint])),
    ...(kind.readsQuery && { query: canonicalJson(query) }),
  };
}

export const keyOf = (parts: KeyParts): string => sha256(canonicalJson(parts));

/** Names an output by its content. How long a model took is no part of it. */
export const fingerprintOf = (output: NodeOutput): string =>
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
