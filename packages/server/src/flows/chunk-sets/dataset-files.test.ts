import { expect, it } from "vitest";
import { rowOf } from "../../../testing/word-nodes.ts";
import { createDatasetFiles } from "./dataset-files.ts";

const files = createDatasetFiles({
  sourceNames: {
    byNames: async (_project, names) =>
      new Map(names.map((name) => [name, name === "there.txt" ? [{ fileId: "f1", fileName: name }] : []])),
  },
});
const naming = (...names: string[]) => rowOf(["dataset", { files: names }], ["response", {}]);

it("a name that the draft has already never blocks another change; a new one that is unknown does", async () => {
  const draft = naming("there.txt", "deleted.txt");
  await expect(files.check("p", naming("deleted.txt", "there.txt"), draft)).resolves.toBeUndefined();
  await expect(files.check("p", naming("deleted.txt", "typo.txt"), draft)).rejects.toMatchObject({
    status: 400,
    message: "The following files do not exist as sources in the dataset: typo.txt",
  });
  await expect(files.check("p", draft)).rejects.toThrow("dataset: deleted.txt");
});
