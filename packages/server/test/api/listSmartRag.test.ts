import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listSmartRag", { type: "smart-rag", config: { topK: 5 } });
