import { basename } from "node:path";
import { type Command, splitCommand } from "@headwater/reader";
import { valueAndParts } from "../kernel/named-parts.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { builtInEncoder, multilingualEncoder } from "./built-in-encoder.ts";
import {
  type LocalModel,
  type ModelAddress,
  type Provider,
  parseEmbeddingAddress,
  parseJudgeAddress,
  parseModelAddress,
} from "./model-address.ts";
import type { ThinkingLevel } from "./thinking.ts";

/** A model with the key that it asks for. */
export type ConfiguredModel = ModelAddress & { apiKey: string | undefined };

/** As metrics and usage name it: without its address. */
export const observedName = ({ provider, model }: Pick<ConfiguredModel, "provider" | "model">): string =>
  `${provider}:${model}`;

export type ModelSettings = {
  /** Reads pages and figures. Undefined: none. */
  vision: ConfiguredModel | undefined;
  /** Turns speech into text. Undefined: none. */
  transcription: ConfiguredModel | undefined;
  /** Answers questions and extracts, for each thinking level. Undefined: none. */
  language: LanguageSettings | undefined;
  /** Turns texts into vectors. Undefined: none. */
  embedding: ConfiguredModel | LocalModel | undefined;
  /** Made the vectors before `embedding`, and answers from them until that has made all. Undefined: none. */
  previousEmbedding: ConfiguredModel | LocalModel | undefined;
  /** Judges passages. Undefined: none. */
  reranking: ConfiguredModel | undefined;
  /** Judges the statements of answers that rules cannot decide. `language`: the model that answers. Undefined: none. */
  judging: ConfiguredModel | LocalModel | "language" | undefined;
  /** Calls to one model at a time, in each thread that calls it. */
  maxConcurrent: number;
  /** How long a call may take; a transcription may take the length of its recording more. */
  timeoutMs: number;
  /** Tokens that one question or extraction may send to the language model. */
  tokenBudget: number;
};

/** The model of each thinking level, and the one of all levels that have none of their own. */
export type LanguageSettings = Record<ThinkingLevel, ConfiguredModel> & { default: ConfiguredModel };

/** The environment variables that hold a provider's key; the first that is set counts. */
const keyNames: Record<Provider, readonly string[]> = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  "openai-compatible": ["HEADWATER_MODEL_API_KEY"],
};

const transcribers: readonly Provider[] = ["openai", "google", "openai-compatible"];
const embedders: readonly Provider[] = ["openai", "google", "openai-compatible"];
/** Servers that have Cohere's `/rerank`: Cohere, Jina, vLLM, llama.cpp. */
const rerankers: readonly Provider[] = ["openai-compatible"];

const levels = ["fast", "balanced", "accurate", "max"] as const satisfies readonly ThinkingLevel[];

type Environment = Record<string, string | undefined>;

/** The model that a setting names, with its key. Throws OperatorError for an address that can't be used, or without a key. */
export function configuredModel(
  setting: string,
  address: string | undefined,
  environment: Environment,
): ConfiguredModel | undefined {
  if (address === undefined) return undefined;
  const parsed = parseModelAddress(setting, address);
  const names = keyNames[parsed.provider];
  const apiKey = names.map((name) => environment[name]).find((key) => key !== undefined && key !== "");
  // Servers on one's own machine often ask for none.
  if (apiKey === undefined && parsed.provider !== "openai-compatible")
    throw new OperatorError(
      `${setting} names a model of ${parsed.provider}, and ${names.join(" or ")} is not set. Set it to your key, or unset ${setting}.`,
    );
  if (apiKey !== undefined && !/^[\x21-\x7e]{1,1000}$/.test(apiKey))
    throw new OperatorError(
      `The key in ${names.join(" or ")} has spaces or other signs that no key has. Copy it again.`,
    );
  return { ...parsed, apiKey };
}

/** Throws OperatorError for a provider that has no models for a purpose. */
function checkProvider(
  setting: string,
  { provider }: ModelAddress,
  purpose: string,
  able: readonly Provider[],
): void {
  if (able.includes(provider)) return;
  const choice = `Name one of ${able.join(", ")}`;
  throw new OperatorError(
    `${setting} names a model of ${provider}, which has none for ${purpose}. ${choice}, or unset it.`,
  );
}

/** What turns speech into text: a model, whose provider must have some for speech, or `command:` with a program. */
export function configuredTranscriber(
  setting: string,
  text: string | undefined,
  environment: Environment,
): { model: ConfiguredModel | undefined; command: Command | undefined } {
  const [, line] = /^command:(.*)$/s.exec(text ?? "") ?? [];
  if (line !== undefined) return { model: undefined, command: commandOf(setting, line) };
  if (text !== undefined)
    checkProvider(setting, parseModelAddress(setting, text), "transcription", transcribers);
  return { model: configuredModel(setting, text, environment), command: undefined };
}

function commandOf(setting: string, line: string): Command {
  try {
    return splitCommand(line);
  } catch (error) {
    throw new OperatorError(
      `${setting}=command:${line} can't be used: it takes a program with its arguments, and ${(error as Error).message}. Change it or unset it.`,
    );
  }
}

/** The model that a setting names, and the one before it, as in `multilingual,previous=built-in`. */
export function configuredEmbedders(
  setting: string,
  text: string | undefined,
  environment: Environment,
): Pick<ModelSettings, "embedding" | "previousEmbedding"> {
  const { value, parts } = partsOf(setting, text, ["previous"]);
  return {
    embedding: configuredEmbedder(setting, value, environment),
    previousEmbedding: configuredEmbedder(setting, parts.previous, environment),
  };
}

/**
 * As `configuredModel`; the provider must have models for embeddings, or it is a folder, or `built-in`, which is
 * undefined where that encoder or what runs it is not installed, or `multilingual`, which must be. Undefined for `none`.
 */
export function configuredEmbedder(
  setting: string,
  address: string | undefined,
  environment: Environment,
): ConfiguredModel | LocalModel | undefined {
  if (address === undefined || address === "none") return undefined;
  if (address === "built-in") return builtInEncoder();
  if (address === "multilingual") {
    const encoder = multilingualEncoder();
    if (encoder) return encoder;
    throw new OperatorError(
      `${setting}=multilingual needs the packages @headwater/encoder-multilingual and onnxruntime-node. Install them beside the service: npm install @headwater/encoder-multilingual onnxruntime-node`,
    );
  }
  const parsed = parseEmbeddingAddress(setting, address);
  if (parsed.provider === "local") return parsed;
  checkProvider(setting, parsed, "embeddings", embedders);
  return configuredModel(setting, address, environment);
}

/** As `configuredModel`; the server must have `/rerank` below its base URL. */
export function configuredReranker(
  setting: string,
  address: string | undefined,
  environment: Environment,
): ConfiguredModel | undefined {
  if (address !== undefined)
    checkProvider(setting, parseModelAddress(setting, address), "reranking", rerankers);
  return configuredModel(setting, address, environment);
}

/**
 * The judge that a setting names: a model, a folder, or `language-model` for the one of `language`. Undefined for `none`. Throws
 * OperatorError.
 */
export function configuredJudge(
  setting: string,
  address: string | undefined,
  environment: Environment,
  language: LanguageSettings | undefined,
): ModelSettings["judging"] {
  if (address === undefined || address === "none") return undefined;
  if (address === "language-model") {
    if (language) return "language";
    throw new OperatorError(
      `${setting}=language-model needs HEADWATER_LANGUAGE_MODEL. Set it, or unset ${setting}.`,
    );
  }
  const parsed = parseJudgeAddress(setting, address);
  return parsed.provider === "local" ? parsed : configuredModel(setting, address, environment);
}

/**
 * The language model of each thinking level: the one that the setting names for it, as in
 * `openai:gpt-5,fast=openai:gpt-5-mini`, else the first. Throws OperatorError.
 */
export function configuredLanguage(
  setting: string,
  text: string | undefined,
  environment: Environment,
): LanguageSettings | undefined {
  const { value, parts } = partsOf(setting, text, levels);
  const standard = configuredModel(setting, value, environment);
  if (standard === undefined) return undefined;
  const own = Object.fromEntries(
    Object.entries(parts).map(([level, address]) => [level, configuredModel(setting, address, environment)]),
  );
  return { default: standard, fast: standard, balanced: standard, accurate: standard, max: standard, ...own };
}

/** `valueAndParts` of a setting. Throws OperatorError. */
function partsOf<Name extends string>(setting: string, text: string | undefined, names: readonly Name[]) {
  if (text === undefined) return { value: undefined, parts: {} as Partial<Record<Name, string>> };
  try {
    return valueAndParts(text, names);
  } catch (error) {
    throw new OperatorError(
      `${setting} can't be used: after the model ${(error as Error).message}. Change it or unset it.`,
    );
  }
}

/** Which model it is, for the person who runs the service: never with a key. */
export const describeModel = (address: ModelAddress | LocalModel): string => {
  if (address.provider === "local") return address.name ?? `local:${address.folder}`;
  const { provider, model, baseUrl } = address;
  return baseUrl === undefined ? `${provider}:${model}` : `${provider}:${model}@${baseUrl}`;
};

/** What the configurations of flows call an embedding model: never its address or its whole path. */
export const embeddingName = (model: ConfiguredModel | LocalModel): string =>
  "model" in model ? model.model : basename(model.folder);

/** Where a model's key is kept, for messages. */
export const keyNameOf = ({ provider }: ModelAddress): string => keyNames[provider].join(" or ");
