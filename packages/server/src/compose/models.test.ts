import { expect, it } from "vitest";
import { readSettings } from "../config.ts";
import { composeModels, describeModels } from "./models.ts";

const at = (model: string) => `openai-compatible:${model}@http://127.0.0.1:1/v1`;

it.each([
  [{}, "embedding built-in all-minilm-l6-v2; no language model, answers are quotes"],
  [
    { HEADWATER_EMBEDDING_MODEL: "none" },
    "built-in: no model configured, answers are quotes, found by words alone",
  ],
  [
    { HEADWATER_VISION_MODEL: at("eye"), HEADWATER_EMBEDDING_MODEL: "local:./mini" },
    `embedding local:./mini, vision ${at("eye")}; no language model, answers are quotes`,
  ],
  [{ HEADWATER_LANGUAGE_MODEL: at("a"), HEADWATER_EMBEDDING_MODEL: "none" }, `answers by ${at("a")}`],
  [
    {
      HEADWATER_EMBEDDING_MODEL: "none",
      HEADWATER_LANGUAGE_MODEL: `${at("a")},max=${at("b")}`,
      HEADWATER_RERANKING_MODEL: at("judge"),
    },
    `answers by ${at("a")} (max: ${at("b")}), reranking ${at("judge")}`,
  ],
  [
    {
      HEADWATER_EMBEDDING_MODEL: "none",
      HEADWATER_LANGUAGE_MODEL: at("a"),
      HEADWATER_JUDGE_MODEL: "local:./nli",
    },
    `answers by ${at("a")}, judging local:./nli`,
  ],
  [
    {
      HEADWATER_EMBEDDING_MODEL: "none",
      HEADWATER_LANGUAGE_MODEL: at("a"),
      HEADWATER_JUDGE_MODEL: "language-model",
    },
    `answers by ${at("a")}, judging by the same`,
  ],
])("%j", (environment, line) => {
  expect(describeModels(readSettings(environment).models)).toBe(line);
});

it("knows the model of each thinking level, and none without a model", () => {
  const settings = readSettings({
    HEADWATER_LANGUAGE_MODEL: `${at("a")},max=${at("b")}`,
  });
  const { modelAt } = composeModels(settings.models, () => {});
  expect([modelAt("fast"), modelAt("accurate"), modelAt("max")]).toEqual(["a", "a", "b"]);
  expect(composeModels(readSettings({}).models, () => {}).modelAt("max")).toBeNull();
});

it.each([
  [true, { HEADWATER_JUDGE_MODEL: "language-model" }],
  [true, { HEADWATER_JUDGE_MODEL: at("b") }],
  [false, { HEADWATER_JUDGE_MODEL: "none" }],
  [false, {}],
])("has a language model as judge: %s with %j", (hasJudge, environment) => {
  const { models } = readSettings({ HEADWATER_LANGUAGE_MODEL: at("a"), ...environment });
  expect(composeModels(models, () => {}).askJudge !== undefined).toBe(hasJudge);
});
