import { expect, it } from "vitest";
import {
  configuredEmbedders,
  configuredJudge,
  configuredLanguage,
  configuredModel,
  configuredReranker,
  configuredTranscriber,
  describeModel,
  embeddingName,
} from "./configured-models.ts";

const setting = "HEADWATER_VISION_MODEL";
const forms =
  "It takes openai:<model>, anthropic:<model>, google:<model> or openai-compatible:<model>@<base url>. Change it or unset it.";

it.each([
  ["openai:gpt-5-mini", { provider: "openai", model: "gpt-5-mini", apiKey: "key-o" }],
  ["anthropic:claude-x", { provider: "anthropic", model: "claude-x", apiKey: "key-a" }],
  ["google:gemini-x", { provider: "google", model: "gemini-x", apiKey: "key-g" }],
  [
    "openai-compatible:llava:13b@http://127.0.0.1:11434/v1/",
    {
      provider: "openai-compatible",
      model: "llava:13b",
      baseUrl: "http://127.0.0.1:11434/v1",
      apiKey: undefined,
    },
  ],
  [
    "openai-compatible:org/model@v2@https://models.example.org/v1",
    {
      provider: "openai-compatible",
      model: "org/model@v2",
      baseUrl: "https://models.example.org/v1",
      apiKey: undefined,
    },
  ],
])("%s", (address, expected) => {
  const keys = { OPENAI_API_KEY: "key-o", ANTHROPIC_API_KEY: "key-a", GEMINI_API_KEY: "key-g" };
  expect(configuredModel(setting, address, keys)).toEqual(expected);
});

it.each([
  ["gpt-5", "it names no provider"],
  ["mistral:large", "mistral is not a known provider"],
  ["openai:", "it names no model"],
  ["openai:gpt@http://x", "it names no model"],
  ["openai-compatible:test", "it lacks @ and the server's base URL, such as @http://127.0.0.1:8000/v1"],
  ["openai-compatible:test@http://", "its base URL can't be read"],
  [
    "openai-compatible:test@ftp://x/v1",
    "it lacks @ and the server's base URL, such as @http://127.0.0.1:8000/v1",
  ],
])("%s: %s", (address, reason) => {
  expect(() => configuredModel(setting, address, { OPENAI_API_KEY: "k" })).toThrow(
    `${setting}=${address} can't be used: ${reason}. ${forms}`,
  );
});

it.each(["http://me:secret-word@host/v1", "http://host/v1?key=secret-word"])(
  "%s is refused, and its secret not repeated",
  (base) => {
    const failure = () => configuredModel(setting, `openai-compatible:test@${base}`, {});
    expect(failure).toThrow(/has a name or password|has \? or #/);
    expect(failure).not.toThrow("secret-word");
  },
);

it("a provider without its key is refused, naming the variable", () => {
  expect(() => configuredModel(setting, "google:gemini-x", { OPENAI_API_KEY: "k" })).toThrow(
    "HEADWATER_VISION_MODEL names a model of google, and GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY is not set.",
  );
});

it("a key that was cut or copied badly is refused without being repeated", () => {
  const failure = () => configuredModel(setting, "openai:x", { OPENAI_API_KEY: "my secret" });
  expect(failure).toThrow("The key in OPENAI_API_KEY has spaces");
  expect(failure).not.toThrow("my secret");
});

it("a provider without models for speech is refused", () => {
  expect(() =>
    configuredTranscriber("HEADWATER_TRANSCRIPTION_MODEL", "anthropic:x", { ANTHROPIC_API_KEY: "k" }),
  ).toThrow(
    "HEADWATER_TRANSCRIPTION_MODEL names a model of anthropic, which has none for transcription. Name one of openai, google, openai-compatible, or unset it.",
  );
});

it("a model is described without its key", () => {
  const model = configuredModel(setting, "openai-compatible:test@http://host:1/v1", {
    HEADWATER_MODEL_API_KEY: "secret",
  });
  expect(model && describeModel(model)).toBe("openai-compatible:test@http://host:1/v1");
});

const language = "HEADWATER_LANGUAGE_MODEL";
const keys = { OPENAI_API_KEY: "key-o", ANTHROPIC_API_KEY: "key-a" };

it("each thinking level may name a language model of its own; the others take the one of all", () => {
  const levels = configuredLanguage(language, "openai:large,fast=openai:small, max=anthropic:larger", keys);
  expect(levels).toMatchObject({
    default: { model: "large" },
    fast: { model: "small" },
    balanced: { model: "large" },
    accurate: { model: "large" },
    max: { provider: "anthropic", model: "larger", apiKey: "key-a" },
  });
  expect(configuredLanguage(language, undefined, keys)).toBeUndefined();
});

it.each([
  ["openai:a,fast=google:b", "HEADWATER_LANGUAGE_MODEL names a model of google, and"],
  ["openai:a,quick=openai:b", '"quick=openai:b" is not one of them. Change it or unset it.'],
  ["openai:a,max=openai:b,max=openai:c", '"max=openai:c" is not one of them'],
  ["openai:a,max=openai:b,openai:c", '"openai:c" is not one of them'],
  ["max=openai:b", "HEADWATER_LANGUAGE_MODEL=max=openai:b can't be used"],
])("models of levels that can't be used are refused: %s", (given, message) => {
  expect(() => configuredLanguage(language, given, keys)).toThrow(message);
});

it("a model of embeddings may name the one before it", () => {
  const setting = "HEADWATER_EMBEDDING_MODEL";
  expect(configuredEmbedders(setting, "local:./new,previous=openai:small", keys)).toMatchObject({
    embedding: { provider: "local", folder: "./new" },
    previousEmbedding: { provider: "openai", model: "small" },
  });
  expect(configuredEmbedders(setting, "local:./new", keys).previousEmbedding).toBeUndefined();
  expect(() => configuredEmbedders(setting, "none,before=built-in", keys)).toThrow(
    'HEADWATER_EMBEDDING_MODEL can\'t be used: after the model it takes previous=…, each at most once, and "before=built-in" is not one of them.',
  );
});

it("embeddings come from the encoder of the service, from a provider, from a folder, or from nothing", () => {
  const embedder = (text: string, environment: Record<string, string>) =>
    configuredEmbedders("HEADWATER_EMBEDDING_MODEL", text, environment).embedding;
  expect(embedder("openai:small", keys)).toMatchObject({ provider: "openai" });
  expect(embedder("none", keys)).toBeUndefined();
  const own = embedder("built-in", {});
  expect(own && [describeModel(own), embeddingName(own)]).toEqual([
    "built-in all-minilm-l6-v2",
    "all-minilm-l6-v2",
  ]);
  const folder = embedder("local:./models/mini: v2", {});
  expect(folder).toEqual({ provider: "local", folder: "./models/mini: v2" });
  expect(folder && describeModel(folder)).toBe("local:./models/mini: v2");
  expect(() => embedder("local: ", {})).toThrow(
    "HEADWATER_EMBEDDING_MODEL=local:  can't be used: it names no folder. It takes built-in, multilingual, none, openai:<model>, google:<model>, openai-compatible:<model>@<base url> or local:<folder>. Change it or unset it.",
  );
  expect(() => embedder("bge", keys)).toThrow(
    "HEADWATER_EMBEDDING_MODEL=bge can't be used: it names no provider. It takes built-in, multilingual, none, openai:<model>, google:<model>, openai-compatible:<model>@<base url> or local:<folder>. Change it or unset it.",
  );
  expect(() => embedder("anthropic:x", keys)).toThrow(
    "HEADWATER_EMBEDDING_MODEL names a model of anthropic, which has none for embeddings. Name one of openai, google, openai-compatible, or unset it.",
  );
});

it("reranking takes a server that has /rerank", () => {
  const setting = "HEADWATER_RERANKING_MODEL";
  expect(configuredReranker(setting, "openai-compatible:bge@http://127.0.0.1:8000/v1", {})).toMatchObject({
    model: "bge",
  });
  expect(() => configuredReranker(setting, "openai:x", keys)).toThrow(
    "HEADWATER_RERANKING_MODEL names a model of openai, which has none for reranking. Name one of openai-compatible, or unset it.",
  );
});

it("a judge is a folder, the model that answers, another model, or nothing", () => {
  const setting = "HEADWATER_JUDGE_MODEL";
  const language = configuredLanguage("HEADWATER_LANGUAGE_MODEL", "openai:gpt", { OPENAI_API_KEY: "k" });
  const judge = (address?: string) => configuredJudge(setting, address, keys, language);
  expect([judge(), judge("none")]).toEqual([undefined, undefined]);
  expect(judge("language-model")).toBe("language");
  expect(judge("local:./models/nli")).toEqual({ provider: "local", folder: "./models/nli" });
  expect(judge("openai:gpt-mini")).toMatchObject({ provider: "openai", model: "gpt-mini" });
  expect(() => judge("nli")).toThrow(
    "HEADWATER_JUDGE_MODEL=nli can't be used: it names no provider. It takes language-model, none, openai:<model>, anthropic:<model>, google:<model>, openai-compatible:<model>@<base url> or local:<folder>. Change it or unset it.",
  );
  expect(() => configuredJudge(setting, "language-model", keys, undefined)).toThrow(
    "HEADWATER_JUDGE_MODEL=language-model needs HEADWATER_LANGUAGE_MODEL. Set it, or unset HEADWATER_JUDGE_MODEL.",
  );
});
