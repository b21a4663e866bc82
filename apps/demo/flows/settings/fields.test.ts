import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { settingFields } from "./fields.ts";

type Property = {
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: string[];
  $ref?: string;
  default?: unknown;
};
type Schema = { properties?: Record<string, Property>; enum?: string[] };

const file = createRequire(import.meta.url).resolve("@headwater/spec/flows.json");
const { schemas } = JSON.parse(readFileSync(file, "utf8")).components as { schemas: Record<string, Schema> };
const configs = {
  chunking: "ChunkingConfig",
  retrieval: "RetrievalConfig",
  reranking: "RerankingConfig",
  "smart-rag": "SmartRagConfig",
  "graph-rag": "GraphRagConfig",
  "raptor-rag": "RaptorRagConfig",
  llm: "LlmConfig",
  dataset: "DatasetConfig",
  question: "QuestionConfig",
  testset: "TestsetConfig",
  evaluation: "EvaluationConfig",
  response: "ResponseConfig",
} as const;

it.each(Object.entries(configs))(
  "asks for the settings of %s within the bounds of the spec",
  (type, schema) => {
    // A prompt is chosen by its id; its name is for files of flows.
    const { prompt: _, ...properties } = schemas[schema]?.properties ?? {};
    const fields = settingFields[type as keyof typeof configs];
    expect(fields.map(({ name }) => name).sort()).toEqual(Object.keys(properties).sort());
    for (const field of fields) {
      const property = properties[field.name] ?? {};
      if (field.kind === "number") {
        expect([field.name, field.min, field.max]).toEqual([field.name, property.minimum, property.maximum]);
        if (field.usual !== undefined)
          expect([field.name, field.usual]).toEqual([field.name, property.default]);
      }
      if (field.kind === "text")
        expect([field.name, field.maxLength]).toEqual([field.name, property.maxLength]);
      if (field.kind === "choice") {
        const options = property.enum ?? schemas[property.$ref?.split("/").at(-1) ?? ""]?.enum ?? [];
        expect(field.options.map(([value]) => value).sort()).toEqual([...options].sort());
        expect([field.name, field.usual]).toEqual([field.name, property.default]);
      }
    }
  },
);
