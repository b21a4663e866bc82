import { describeUpdate } from "../../testing/flows/describe-node-operations.ts";

describeUpdate("updateDataset", {
  type: "dataset",
  label: "Dataset",
  config: { files: ["warranty.pdf"] },
  next: { files: [] },
  refused: [
    [{ files: "warranty.pdf" }, "files must be a list of names of sources"],
    [7, "Invalid input: config must be object"],
  ],
});
