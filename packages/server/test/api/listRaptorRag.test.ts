import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listRaptorRag", { type: "raptor-rag", config: { max_level: 3 } });
