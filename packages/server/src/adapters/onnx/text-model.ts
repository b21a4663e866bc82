import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";
import type { InferenceSession, Tensor } from "onnxruntime-node";
import type { ModelFolder } from "./model-folder.ts";

/** What a model gives for a text, or for two that it reads together. `tokens`: those that were read, as its vocabulary writes them. */
export type RunTextModel = (
  text: string,
  pair?: string,
) => Promise<{ outputs: InferenceSession.OnnxValueMapType; tokens: string[] }>;

/** The places of a model's inputs for tokens, where the model has a fixed number of them. */
const tokenDimension = 1;

/** Loads a model with its tokenizer into this thread. Rejects when it can't be loaded. */
export async function loadTextModel({
  model,
  tokenizer,
  tokenizerConfig,
  maxTokens,
}: Pick<ModelFolder, "model" | "tokenizer" | "tokenizerConfig" | "maxTokens">): Promise<RunTextModel> {
  const { InferenceSession: Session, Tensor: OrtTensor } = await import("onnxruntime-node");
  const readJson = async (path: string) => JSON.parse(await readFile(path, "utf8")) as object;
  const words = new Tokenizer(
    await readJson(tokenizer),
    tokenizerConfig === null ? {} : await readJson(tokenizerConfig),
  );
  // One thread: more gain little with small models. Without the arena memory is given back: texts of many lengths would
  // make it grow and grow.
  const session = await Session.create(model, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    enableCpuMemArena: false,
    enableMemPattern: false,
  });
  const fixed = fixedTokens(session);
  const limit = Math.min(maxTokens, fixed ?? maxTokens);
  const encode = (text: string, pair: string | null) =>
    words.encode(text, { text_pair: pair, return_token_type_ids: true });

  return async (text, pair) => {
    const {
      ids,
      tokens,
      token_type_ids: types,
    } = pair === undefined ? encode(text, null) : encode(fitting(text, pair), pair);
    const row = (values: number[]): Tensor => {
      const padding = Math.max(0, (fixed ?? 0) - Math.min(ids.length, limit));
      const read = [...cut(values, limit), ...Array<number>(padding).fill(0)];
      return new OrtTensor("int64", BigInt64Array.from(read, BigInt), [1, read.length]);
    };
    const known: Record<string, () => Tensor> = {
      input_ids: () => row(ids),
      attention_mask: () => row(ids.map(() => 1)),
      token_type_ids: () => row(types),
    };
    const inputs: Record<string, Tensor> = {};
    for (const name of session.inputNames) {
      const make = known[name];
      if (!make) throw new Error(`it asks for the input ${name}, which models of texts do not have`);
      inputs[name] = make();
    }
    return { outputs: await session.run(inputs), tokens: cut(tokens, limit) };
  };

  /** As much of a text as the model has room for beside the other one, which is read whole. */
  function fitting(text: string, pair: string): string {
    let read = text;
    for (;;) {
      const { length } = encode(read, pair).ids;
      if (length <= limit || read === "") return read;
      const tooMany = length - limit;
      read = read.slice(0, Math.min(read.length - tooMany, Math.floor((read.length * limit) / length)));
    }
  }
}

/** How many tokens a model reads when it reads no other number: null for any. */
function fixedTokens({ inputNames, inputMetadata }: InferenceSession): number | null {
  const ofTokens = inputMetadata[inputNames.indexOf("input_ids")];
  const size = ofTokens?.isTensor ? ofTokens.shape[tokenDimension] : undefined;
  return typeof size === "number" && size > 0 ? size : null;
}

/** The last token often marks the end: it stays. */
const cut = <Token>(tokens: Token[], maxTokens: number): Token[] =>
  tokens.length <= maxTokens ? tokens : [...tokens.slice(0, maxTokens - 1), ...tokens.slice(-1)];
