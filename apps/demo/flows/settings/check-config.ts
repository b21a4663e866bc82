import type { NodeConfig, NodeType } from "../graph/graph.ts";
import { settingFields } from "./fields.ts";

/** What is wrong with settings, as sentences by the name of the setting. Empty when they can be saved. */
export function checkConfig(type: NodeType, config: NodeConfig): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const field of settingFields[type]) {
    const value = config[field.name];
    if (field.kind === "number") {
      const problem = checkNumber(value, field);
      if (problem) problems[field.name] = problem;
    }
    if (field.kind === "needed" && Object.values(value ?? {}).some((least) => !isShare(least)))
      problems[field.name] = "What is needed must be a number between 0 and 1.";
    if (field.kind === "text" && typeof value === "string" && value.length > field.maxLength)
      problems[field.name] = `${field.label} may have ${field.maxLength.toLocaleString("en")} characters.`;
  }
  const { chunkSize, chunkOverlap } = config;
  if (
    typeof chunkSize === "number" &&
    typeof chunkOverlap === "number" &&
    chunkOverlap > 0 &&
    chunkOverlap >= chunkSize
  )
    problems.chunkOverlap ??= `Shared must be smaller than the size, ${chunkSize.toLocaleString("en")}.`;
  return problems;
}

const isShare = (value: unknown) => typeof value === "number" && value >= 0 && value <= 1;

type NumberField = { label: string; min: number; max?: number; whole: boolean };

function checkNumber(value: unknown, { label, min, max, whole }: NumberField): string | undefined {
  if (value === undefined || value === null) return undefined;
  const bounds =
    max === undefined
      ? `${min} or more`
      : `between ${min.toLocaleString("en")} and ${max.toLocaleString("en")}`;
  const isNumber = typeof value === "number" && Number.isFinite(value) && (!whole || Number.isInteger(value));
  if (isNumber && value >= min && (max === undefined || value <= max)) return undefined;
  return `${label} must be a ${whole ? "whole number" : "number"}, ${bounds}.`;
}

/**
 * What a typed number stands for. Other text stays as typed, so that the field can say what is
 * wrong with them; an empty field is null where that means "all", else left out.
 */
export function readTyped(typed: string, empty: "required" | "default" | "all"): unknown {
  const text = typed.trim();
  if (text === "") return empty === "all" ? null : undefined;
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) ? Number(text.replace(",", ".")) : text;
}

/**
 * A setting changed; one without a value is left out. The name of a prompt goes with its id: it would bring back the prompt that
 * was chosen before.
 */
export function withSetting(config: NodeConfig, name: string, value: unknown): NodeConfig {
  const { [name]: _, ...rest } = config;
  if (name === "promptId") delete rest.prompt;
  return value === undefined ? rest : { ...rest, [name]: value };
}
