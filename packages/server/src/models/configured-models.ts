import { OperatorError } from "../kernel/operator-error.ts";
import { type ModelAddress, type Provider, parseModelAddress } from "./model-address.ts";

/** A model with the key that it asks for. */
export type ConfiguredModel = ModelAddress & { apiKey: string | undefined };

export type ModelSettings = {
  /** Reads pages and figures. Undefined: none. */
  vision: ConfiguredModel | undefined;
  /** Turns speech into text. Undefined: none. */
  transcription: ConfiguredModel | undefined;
  /** Calls to one model at a time, in each thread that reads documents. */
  maxConcurrent: number;
  /** How long a call may take; a transcription may take the length of its recording more. */
  timeoutMs: number;
};

/** The environment variables that hold a provider's key; the first that is set counts. */
const keyNames: Record<Provider, readonly string[]> = {
  openai: ["OPENAI_API_KEY"],
  anthropic: ["ANTHROPIC_API_KEY"],
  google: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
  "openai-compatible": ["HEADWATER_MODEL_API_KEY"],
};

const transcribers: readonly Provider[] = ["openai", "google", "openai-compatible"];

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

/** As `configuredModel`; the provider must have models for speech. */
export function configuredTranscriber(
  setting: string,
  address: string | undefined,
  environment: Environment,
): ConfiguredModel | undefined {
  const parsed = address === undefined ? undefined : parseModelAddress(setting, address);
  if (parsed && !transcribers.includes(parsed.provider))
    throw new OperatorError(
      `${setting} names a model of ${parsed.provider}, which has none for transcription. Name one of ${transcribers.join(", ")}, or unset it.`,
    );
  return configuredModel(setting, address, environment);
}

/** Which model it is, for the person who runs the service: never with a key. */
export const describeModel = ({ provider, model, baseUrl }: ModelAddress): string =>
  baseUrl === undefined ? `${provider}:${model}` : `${provider}:${model}@${baseUrl}`;

/** Where a model's key is kept, for messages. */
export const keyNameOf = ({ provider }: ModelAddress): string => keyNames[provider].join(" or ");
