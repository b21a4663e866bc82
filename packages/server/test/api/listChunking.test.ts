import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listChunking", { type: "chunking", config: { chunkingSplitter: "title" } });
