/** A file of a model, by its path in the repository and in the folder. */
export type ModelFile = {
  path: string;
  /** SHA-256 of its bytes. Absent: the hash that the hub itself names for the file is checked. */
  sha256?: string;
  /** About, for small files. */
  bytes: number;
};

export type KnownModel = {
  name: string;
  /** On the hub. */
  repository: string;
  /** The commit: its files never change. */
  revision: string;
  licence: string;
  about: string;
  files: ModelFile[];
  /** Written beside the files, where their authors say it in words only. */
  prompts?: { query: string; passage: string };
};

/** The small files of each encoder: its shape, its tokenizer's settings, how its tokens are joined. */
const configFiles: ModelFile[] = [
  { path: "config.json", bytes: 1_000 },
  { path: "tokenizer_config.json", bytes: 1_000 },
  { path: "sentence_bert_config.json", bytes: 100 },
  { path: "1_Pooling/config.json", bytes: 300 },
];

/** The models that `headwater models pull` fetches. Any other encoder in ONNX form can be put into a folder by hand. */
export const knownModels: readonly KnownModel[] = [
  {
    name: "all-minilm-l6-v2",
    repository: "sentence-transformers/all-MiniLM-L6-v2",
    revision: "1110a243fdf4706b3f48f1d95db1a4f5529b4d41",
    licence: "Apache-2.0",
    about: "English, 384 dimensions, quick",
    files: [
      {
        path: "onnx/model.onnx",
        sha256: "6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452",
        bytes: 90_405_214,
      },
      {
        path: "tokenizer.json",
        sha256: "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        bytes: 466_247,
      },
      ...configFiles,
    ],
  },
  {
    name: "multilingual-e5-small",
    repository: "intfloat/multilingual-e5-small",
    revision: "614241f622f53c4eeff9890bdc4f31cfecc418b3",
    licence: "MIT",
    about: "some 100 languages, 384 dimensions",
    files: [
      {
        path: "onnx/model.onnx",
        sha256: "ca456c06b3a9505ddfd9131408916dd79290368331e7d76bb621f1cba6bc8665",
        bytes: 470_268_510,
      },
      {
        path: "tokenizer.json",
        sha256: "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
        bytes: 17_082_730,
      },
      ...configFiles,
    ],
    prompts: { query: "query: ", passage: "passage: " },
  },
];
