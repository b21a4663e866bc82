import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listRetrieval", { type: "retrieval", config: { searchType: "hybrid" } });
