import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tinyClassifier, tinyModel } from "./tiny-model.ts";

/** Words that mean the same to the tiny encoder. The words of one group share a vector, which no other group is near. */
export const synonyms = [
  ["car", "automobile", "vehicle"],
  ["doctor", "physician"],
  ["buy", "bought", "purchased", "acquired"],
  ["salary", "wage", "remuneration"],
  ["ship", "vessel"],
  ["begin", "began", "commenced", "started"],
];

const special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"];

/**
 * Writes a folder as sentence encoders are published in: `onnx/model.onnx`, `tokenizer.json`, `config.json`. Its vectors
 * know the given synonyms and no other word: a text of others has the vector 0.
 */
export async function writeTinyEncoder(folder: string, groups: string[][] = synonyms): Promise<void> {
  const tokens = [...special, ...groups.flat()];
  const groupOf = new Map(groups.flatMap((group, index) => group.map((word) => [word, index] as const)));
  const rows = tokens.map((token) => groups.map((_, index) => (groupOf.get(token) === index ? 1 : 0)));
  await mkdir(join(folder, "onnx"), { recursive: true });
  await writeFile(join(folder, "onnx", "model.onnx"), tinyModel(rows));
  await writeJson(folder, tokens, { model_type: "tiny", hidden_size: groups.length });
}

/** The words that a tiny judge knows, in either text: each makes it sure of one class. */
const judging = { agrees: "entailment", denies: "contradiction" };

/**
 * Writes a folder with a judge, as models of natural language inference are published. It knows two words: "agrees" and "denies".
 * `labels`: its classes, in their order. `tokens`: the only number of tokens that it reads; any when absent.
 */
export async function writeTinyJudge(
  folder: string,
  {
    labels = ["entailment", "neutral", "contradiction"],
    tokens,
  }: { labels?: string[]; tokens?: number } = {},
): Promise<void> {
  const known = [...special, ...Object.keys(judging)];
  const meanings: Record<string, string> = judging;
  const rows = known.map((token) => labels.map((label) => (meanings[token] === label ? 9 : 0)));
  await writeFile(join(folder, "model.onnx"), tinyClassifier(rows, tokens));
  await writeJson(folder, known, { id2label: Object.fromEntries(labels.entries()) });
}

async function writeJson(folder: string, tokens: string[], config: object): Promise<void> {
  const json: Record<string, object> = {
    "tokenizer.json": tokenizerOf(tokens),
    "tokenizer_config.json": { model_max_length: 64, unk_token: "[UNK]", pad_token: "[PAD]" },
    "config.json": config,
  };
  for (const [name, content] of Object.entries(json))
    await writeFile(join(folder, name), JSON.stringify(content));
}

/** A tokenizer of whole words. */
function tokenizerOf(tokens: string[]): object {
  const added = special.map((content, id) => ({
    id,
    content,
    special: true,
    normalized: false,
    lstrip: false,
    rstrip: false,
    single_word: false,
  }));
  const specialToken = (id: string) => ({ SpecialToken: { id, type_id: 0 } });
  const sequence = { Sequence: { id: "A", type_id: 0 } };
  const second = { Sequence: { id: "B", type_id: 1 } };
  return {
    version: "1.0",
    added_tokens: added,
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "BertPreTokenizer" },
    decoder: null,
    post_processor: {
      type: "TemplateProcessing",
      single: [specialToken("[CLS]"), sequence, specialToken("[SEP]")],
      pair: [specialToken("[CLS]"), sequence, specialToken("[SEP]"), second, specialToken("[SEP]")],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [tokens.indexOf(id)], tokens: [id] }]),
      ),
    },
    model: {
      type: "WordLevel",
      unk_token: "[UNK]",
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
    },
  };
}
