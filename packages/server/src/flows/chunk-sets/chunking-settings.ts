import { chunkingSplitters } from "@headwater/spec";
import { type FlowChunking, splitterRules } from "../../chunks/chunking-config.ts";
import { defaultChunkSizes } from "../node/config-fields.ts";
import { NodeError } from "../node/node-kind.ts";

const maxSize = 1_000_000;
const maxLevel = 100;

/** What the fields are when they are left out; `chunkSize` depends on the splitter. */
export const chunkingDefaults = {
  chunkOverlap: 0,
  chunkSeparator: "\n\n",
  splitLevel: 0,
  elementsToRemove: [],
} as const;

/**
 * How a chunking node cuts. Only what decides where chunks end is in it: the embedding model counts for `semantic` alone,
 * as the space of the vectors that it compares.
 */
export function chunkingOf(config: Record<string, unknown>, space: string | undefined): FlowChunking {
  const splitter = chunkingSplitters.find((each) => each === config.chunkingSplitter);
  if (!splitter) throw new NodeError(`chunkingSplitter must be one of ${chunkingSplitters.join(", ")}`);
  const size = wholeNumber(config, "chunkSize", { min: 1, max: maxSize }, defaultChunkSizes[splitter]);
  const overlap = wholeNumber(
    config,
    "chunkOverlap",
    { min: 0, max: maxSize },
    chunkingDefaults.chunkOverlap,
  );
  if (overlap >= size) throw new NodeError(`chunkOverlap (${overlap}) must be less than chunkSize (${size})`);
  const level = wholeNumber(config, "splitLevel", { min: 0, max: maxLevel }, chunkingDefaults.splitLevel);
  return {
    ...{ rules: splitterRules, splitter, size, overlap, without: removedTypes(config) },
    ...(splitter === "character" && { separator: separatorOf(config) }),
    ...(splitter === "title" && { level }),
    ...(splitter === "semantic" && space !== undefined && { space }),
  };
}

function wholeNumber(
  config: Record<string, unknown>,
  name: string,
  { min, max }: { min: number; max: number },
  otherwise: number,
): number {
  const value = config[name] ?? otherwise;
  if (Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max)
    return value as number;
  throw new NodeError(`${name} must be a whole number between ${min} and ${max}`);
}

function separatorOf({ chunkSeparator: separator }: Record<string, unknown>): string {
  if (separator === undefined || separator === null || separator === "")
    return chunkingDefaults.chunkSeparator;
  if (typeof separator === "string") return separator;
  throw new NodeError("chunkSeparator must be a text");
}

/** The element types that a chunking leaves out. */
export function removedTypes({ elementsToRemove: types }: Record<string, unknown>): string[] {
  if (types === undefined || types === null) return [];
  if (Array.isArray(types) && types.every((type) => typeof type === "string"))
    return [...new Set(types)].sort();
  throw new NodeError("elementsToRemove must be a list of element types");
}
