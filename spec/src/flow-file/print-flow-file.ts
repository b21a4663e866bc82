import { Document } from "yaml";
import { flowContentOf } from "./flow-content.ts";
import { canonicalFlow, type FlowFile } from "./flow-file.ts";

/** A flow as YAML, without what is as it would be anyway and without results. `readFlowFile` reads the same flow from it. */
export const printFlowFile = (flow: FlowFile): string =>
  new Document(flowContentOf(canonicalFlow(flow)), {
    version: "1.2",
    aliasDuplicateObjects: false,
  }).toString({ lineWidth: 100 });
