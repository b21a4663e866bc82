import type { Opinion } from "../../models/judge.ts";
import type { JudgeFolder } from "./judge-folder.ts";
import { loadTextModel } from "./text-model.ts";

export type Pair = { statement: string; evidence: string };

/** How likely each opinion is; together 1. */
export type Likelihoods = Record<Opinion, number>;

/** Loads a judge into this thread. A pair a run. Rejects when it can't be loaded, or has other classes than its folder says. */
export async function loadPairClassifier({
  opinions,
  ...files
}: JudgeFolder): Promise<(pair: Pair) => Promise<Likelihoods>> {
  const run = await loadTextModel(files);
  return async ({ statement, evidence }) => {
    const { outputs } = await run(evidence, statement);
    const { data } = outputs.logits ?? Object.values(outputs)[0] ?? {};
    if (!(data instanceof Float32Array)) throw new Error("it gives no 32-bit floats");
    if (data.length !== opinions.length)
      throw new Error(`it gives ${data.length} numbers for ${opinions.length} classes`);
    const greatest = Math.max(...data);
    const powers = Array.from(data, (value) => Math.exp(value - greatest));
    const sum = powers.reduce((total, power) => total + power, 0);
    const likelihoods: Likelihoods = { supported: 0, contradicted: 0, unsure: 0 };
    for (const [at, opinion] of opinions.entries()) likelihoods[opinion] += (powers[at] ?? 0) / sum;
    return likelihoods;
  };
}
