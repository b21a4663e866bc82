import { Document } from "yaml";
import { flowContentOf } from "./flow-content.ts";
import { canonicalFlow, type FlowFile } from "./flow-file.ts";

const asJson = {
  collectionStyle: "flow",
  defaultStringType: "QUOTE_DOUBLE",
  defaultKeyType: "QUOTE_DOUBLE",
  doubleQuotedAsJSON: true,
} as const;

/**
 * Writes a flow as YAML, or as JSON: without values that equal their defaults, and without results. `readFlowFile` reads the
 * same flow from it. `JSON.stringify` would put ids that are numbers first.
 */
export const printFlowFile = (flow: FlowFile, syntax: "yaml" | "json" = "yaml"): string =>
  new Document(flowContentOf(canonicalFlow(flow)), {
    version: "1.2",
    aliasDuplicateObjects: false,
  }).toString({ lineWidth: 100, ...(syntax === "json" ? asJson : {}) });
