import type { GraphNodeType } from "@headwater/spec";
import type { ConfigRules } from "@headwater/spec/flow-file";
import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { configFault } from "../../../flows/graph/config-fault.ts";

type Problem = NonNullable<ReturnType<ConfigRules["problemOf"]>>;
type Schema = { properties?: Record<string, unknown>; allOf?: Schema[]; $ref?: string };

const schemaNames: Record<GraphNodeType, string> = {
  dataset: "DatasetConfig",
  chunking: "ChunkingConfig",
  question: "QuestionConfig",
  testset: "TestsetConfig",
  retrieval: "RetrievalConfig",
  "smart-rag": "SmartRagConfig",
  "graph-rag": "GraphRagConfig",
  "raptor-rag": "RaptorRagConfig",
  reranking: "RerankingConfig",
  llm: "LlmConfig",
  evaluation: "EvaluationConfig",
  response: "ResponseConfig",
};

/** The configuration of each type of node, as the service describes it. */
export function createConfigSchemas(): ConfigRules {
  const schemas = flowsSpec.components.schemas as Record<string, Schema>;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(flowsSpec, "flows");
  const validates = new Map<GraphNodeType, ValidateFunction>();
  return {
    fieldsOf: (type) => Object.keys(schemas[schemaNames[type]]?.properties ?? {}),
    problemOf(type, config) {
      const validate =
        validates.get(type) ?? ajv.compile({ $ref: `flows#/components/schemas/${schemaNames[type]}` });
      validates.set(type, validate);
      if (validate(config)) return relationProblem(type, config);
      const [error] = validate.errors ?? [];
      const path = (error?.instancePath ?? "").split("/").slice(1).map(unescaped);
      return {
        path,
        message: wordsOf(error?.keyword ?? "", error?.params ?? {}, error?.message ?? "is invalid"),
      };
    },
  };
}

/** What the schemas can't say: fields that do not go together, and element types that do not exist. */
function relationProblem(type: GraphNodeType, config: unknown): Problem | undefined {
  const [, field, message] = /^\.(\w+) (.*)$/s.exec(configFault(type, config) ?? "") ?? [];
  return field === undefined || message === undefined ? undefined : { path: [field], message };
}

/** A part of a JSON pointer. */
function unescaped(part: string): string | number {
  const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d+$/.test(name) ? Number(name) : name;
}

function wordsOf(keyword: string, params: Record<string, unknown>, message: string): string {
  if (keyword === "required") return `has no ${params.missingProperty}`;
  if (keyword === "enum") return `must be one of ${(params.allowedValues as unknown[]).join(", ")}`;
  return message;
}
