import type { FileId } from "../../kernel/ids.ts";
import type { FlowRun } from "../flow/flow-store.ts";
import type { NodeOutput, OutputPassage } from "../flow/node-output.ts";

/** The sources that passages or answers are drawn from; undefined where one does not say. */
export function filesOfPassages(parts: Pick<OutputPassage, "fileIds">[]): FileId[] | undefined {
  const files = new Set<FileId>();
  for (const { fileIds } of parts) {
    if (!fileIds) return undefined;
    for (const fileId of fileIds) files.add(fileId);
  }
  return [...files];
}

/** The sources that an output is drawn from, and no others; undefined where it does not say. */
export function filesOfOutput(output: NodeOutput): FileId[] | undefined {
  switch (output.kind) {
    case "documents":
      return output.documents.map(({ fileId }) => fileId);
    case "chunks":
      return output.sets.map(({ fileId }) => fileId);
    case "passages":
      return filesOfPassages(output.lists.flatMap(({ passages }) => passages));
    case "answers":
      return filesOfPassages(output.answers);
    case "queries":
    case "scores":
      // Words of the flow's author, and numbers.
      return [];
  }
}

/** The sources that a kept run is drawn from: of its answer, and of the questions that it judged; undefined where one does not say. */
export function filesOfRun({ output, cases = [] }: Pick<FlowRun, "output" | "cases">): FileId[] | undefined {
  const answered = output ? filesOfOutput(output) : undefined;
  const judged = filesOfPassages(cases.flatMap(({ passages }) => passages));
  return answered && judged && [...new Set([...answered, ...judged])];
}
