import type { LanguageModel, LanguageModels } from "../../models/language-model.ts";
import { NodeError } from "../node/node-kind.ts";

/** The levels in the order in which a flow prefers them. */
const levels = ["accurate", "balanced", "fast", "max"] as const;

/**
 * The model of a node: that of the level `accurate`, or the configured one that is named, as its provider calls it or with
 * the provider before it ("openai:gpt-5"). Throws `NodeError` when there is none.
 */
export function chooseModel(models: LanguageModels | undefined, name: string | null): LanguageModel {
  if (!models)
    throw new NodeError(
      "The llm node needs a language model, and none is set. Set HEADWATER_LANGUAGE_MODEL, or remove the node",
    );
  if (name === null) return models.accurate;
  const all = levels.map((level) => models[level]);
  const chosen = all.find((model) => model.name === name || model.address === name);
  if (chosen) return chosen;
  const known = [...new Set(all.map((model) => model.name))].join(", ");
  throw new NodeError(
    `There is no language model "${name}". The settings name ${known}: choose one, or leave model out`,
  );
}
