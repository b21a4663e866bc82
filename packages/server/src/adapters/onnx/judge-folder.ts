import { basename } from "node:path";
import type { Opinion } from "../../models/judge.ts";
import { type ModelFolder, readModelFolder, unusableAs } from "./model-folder.ts";

/** A model that reads a statement with its evidence (natural language inference), in the layout in which such are published. */
export type JudgeFolder = ModelFolder & {
  /** The folder's own name. */
  name: string;
  /** What each of the model's classes means, in their order. */
  opinions: Opinion[];
};

const unusable = unusableAs(
  "a judge",
  "It must hold a model of natural language inference in ONNX form with its tokenizer.json and a config.json whose id2label names the classes: entailment, neutral, contradiction.",
);

/** How makers call the classes. What is only not supported is not a contradiction. */
const labels: [Opinion, RegExp][] = [
  ["unsure", /^(?:neutral|no|non|not|unsupported|inconsistent|unfaithful|hallucinat)/],
  ["contradicted", /^(?:contradict|refute)/],
  ["supported", /^(?:entail|support|consistent|faithful|grounded)/],
];

/** Looks what is in a folder with a judge. Throws OperatorError that says what is missing. */
export async function readJudgeFolder(path: string): Promise<JudgeFolder> {
  const { files, config } = await readModelFolder(path, unusable);
  const names = Object.entries((config?.id2label ?? {}) as Record<string, unknown>)
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(([, name]) => String(name));
  const meant = names.map(
    (name) => labels.find(([, pattern]) => pattern.test(name.toLowerCase().trim()))?.[0],
  );
  const known = meant.flatMap((opinion) => opinion ?? []);
  if (known.length !== names.length || known.every((opinion) => opinion === "unsure"))
    throw unusable(
      files.folder,
      `its config.json does not say which class is which (${names.join(", ") || "no id2label"})`,
    );
  return { ...files, name: basename(files.folder), opinions: known };
}
