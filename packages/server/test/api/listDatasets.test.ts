import { describeListing } from "../../testing/flows/describe-node-operations.ts";

describeListing("listDatasets", { type: "dataset", config: { files: ["warranty.pdf"] } });
