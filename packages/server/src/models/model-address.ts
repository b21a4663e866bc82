import { OperatorError } from "../kernel/operator-error.ts";

export const providers = ["openai", "anthropic", "google", "openai-compatible"] as const;
export type Provider = (typeof providers)[number];

/** Where a model is. */
export type ModelAddress = {
  provider: Provider;
  /** As the provider calls it. */
  model: string;
  /** For `openai-compatible`: an http or https address such as `http://127.0.0.1:8000/v1`, without a slash at its end. */
  baseUrl?: string;
};

/** An encoder in a folder on this machine. */
export type LocalModel = {
  provider: "local";
  folder: string;
  /** Set for the encoder that comes with the service: its folder says nothing to operators. */
  name?: string;
};

const forms =
  "It takes openai:<model>, anthropic:<model>, google:<model> or openai-compatible:<model>@<base url>";
const embeddingForms =
  "It takes built-in, multilingual, none, openai:<model>, google:<model>, openai-compatible:<model>@<base url> or local:<folder>";
const judgeForms =
  "It takes language-model, none, openai:<model>, anthropic:<model>, google:<model>, openai-compatible:<model>@<base url> or local:<folder>";
const local = "local:";

/**
 * Reads `<provider>:<model>` or `openai-compatible:<model>@<base url>`; the model's name may have colons. `setting` is
 * named in errors, and `takes` says which forms it takes. Throws OperatorError.
 */
export function parseModelAddress(setting: string, text: string, takes: string = forms): ModelAddress {
  const colon = text.indexOf(":");
  const provider = providers.find((name) => name === text.slice(0, colon));
  const rest = text.slice(colon + 1);
  if (colon < 1 || !provider) {
    const named = colon < 1 ? "it names no provider" : `${text.slice(0, colon)} is not a known provider`;
    throw unusable(setting, shown(text), named, takes);
  }
  if (provider !== "openai-compatible") {
    if (rest === "" || /[\s@]/.test(rest)) throw unusable(setting, shown(text), "it names no model", takes);
    return { provider, model: rest };
  }
  const at = rest.search(/@https?:\/\//i);
  if (at < 1)
    throw unusable(
      setting,
      shown(text),
      "it lacks @ and the server's base URL, such as @http://127.0.0.1:8000/v1",
      takes,
    );
  return { provider, model: rest.slice(0, at), baseUrl: baseUrlOf(setting, text, rest.slice(at + 1), takes) };
}

/** As `parseModelAddress`, for embeddings: `local:<folder>` too. The folder is as it was written. Throws OperatorError. */
export const parseEmbeddingAddress = (setting: string, text: string) =>
  parseAddressOrFolder(setting, text, embeddingForms);

/** As `parseEmbeddingAddress`, for judges. */
export const parseJudgeAddress = (setting: string, text: string) =>
  parseAddressOrFolder(setting, text, judgeForms);

function parseAddressOrFolder(setting: string, text: string, takes: string): ModelAddress | LocalModel {
  if (!text.startsWith(local)) return parseModelAddress(setting, text, takes);
  const folder = text.slice(local.length);
  if (folder.trim() === "") throw unusable(setting, text, "it names no folder", takes);
  return { provider: "local", folder };
}

function baseUrlOf(setting: string, text: string, address: string, takes: string): string {
  const url = URL.parse(address);
  if (!url || /\s/.test(address)) throw unusable(setting, shown(text), "its base URL can't be read", takes);
  if (url.username !== "" || url.password !== "")
    throw unusable(
      setting,
      shown(text),
      "its base URL has a name or password: set HEADWATER_MODEL_API_KEY instead",
      takes,
    );
  if (url.search !== "" || url.hash !== "")
    throw unusable(setting, shown(text), "its base URL has ? or #", takes);
  return url.href.replace(/\/+$/, "");
}

const unusable = (setting: string, text: string, reason: string, takes: string) =>
  new OperatorError(`${setting}=${text} can't be used: ${reason}. ${takes}. Change it or unset it.`);

/** What may be a password in an address is not repeated. */
const shown = (text: string): string => text.replace(/\/\/[^/?#\s]*@/g, "//…@").replace(/[?#].*$/s, "…");
