import type { PackedModel } from "./packed-model.ts";

const specials = ["<s>", "<pad>", "</s>", "<unk>"];

/** Latin, Greek and Cyrillic, with digits and signs. */
const europeanOnly =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The ids of the vocabulary that European languages are written with. */
export const europeanPieces = ({ pieces }: PackedModel): number[] =>
  pieces.flatMap(({ text }, id) => (id < specials.length || europeanOnly.test(text) ? [id] : []));

/** The tokenizer of a chosen vocabulary, as `tokenizer.json` has it. Scores are kept to four places. */
export function tokenizerOf({ pieces, unknownId }: PackedModel, kept: number[]): object {
  const special = (content: string) => ({ SpecialToken: { id: content, type_id: 0 } });
  const idOf = (content: string) => ({ id: content, ids: [specials.indexOf(content)], tokens: [content] });
  return {
    version: "1.0",
    added_tokens: specials.map((content, id) => ({
      ...{ id, content, special: true },
      ...{ single_word: false, lstrip: false, rstrip: false, normalized: false },
    })),
    normalizer: { type: "NFKC" },
    pre_tokenizer: {
      type: "Sequence",
      pretokenizers: [
        { type: "WhitespaceSplit" },
        { type: "Metaspace", replacement: "▁", add_prefix_space: true, prepend_scheme: "always" },
      ],
    },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("<s>"), { Sequence: { id: "A", type_id: 0 } }, special("</s>")],
      pair: [],
      special_tokens: { "<s>": idOf("<s>"), "</s>": idOf("</s>") },
    },
    decoder: { type: "Metaspace", replacement: "▁", add_prefix_space: true, prepend_scheme: "always" },
    model: {
      type: "Unigram",
      unk_id: unknownId,
      vocab: kept.map((id) => [pieces[id]?.text, Number(pieces[id]?.score.toFixed(4))]),
    },
  };
}
