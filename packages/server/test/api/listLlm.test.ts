import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listLlm", { type: "llm", config: { temperature: 0.5 } });
