import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tinyModel } from "./tiny-model.ts";

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
  const tokenizer = {
    version: "1.0",
    added_tokens: added,
    normalizer: { type: "Lowercase" },
    pre_tokenizer: { type: "BertPreTokenizer" },
    decoder: null,
    post_processor: {
      type: "TemplateProcessing",
      single: [specialToken("[CLS]"), sequence, specialToken("[SEP]")],
      pair: [specialToken("[CLS]"), sequence, specialToken("[SEP]")],
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
  await mkdir(join(folder, "onnx"), { recursive: true });
  await writeFile(join(folder, "onnx", "model.onnx"), tinyModel(rows));
  const json: Record<string, object> = {
    "tokenizer.json": tokenizer,
    "tokenizer_config.json": { model_max_length: 64, unk_token: "[UNK]", pad_token: "[PAD]" },
    "config.json": { model_type: "tiny", hidden_size: groups.length },
  };
  for (const [name, content] of Object.entries(json))
    await writeFile(join(folder, name), JSON.stringify(content));
}
