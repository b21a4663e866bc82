import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listReranking", { type: "reranking", config: { topK: null } });
