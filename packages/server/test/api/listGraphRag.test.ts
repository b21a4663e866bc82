import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listGraphRag", { type: "graph-rag", config: { topK: null } });
