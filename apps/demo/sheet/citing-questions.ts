import type { AskMessage } from "@headwater/react-hooks";
import type { JoinedTable } from "./join-tables.ts";
import { quotedCell } from "./quoted-cell.ts";
import type { ChosenCell } from "./sheet-table.tsx";

/** The questions of the conversation whose answers cite the row of a cell, each once. */
export function citingQuestions(
  messages: readonly AskMessage[],
  fileId: string,
  table: JoinedTable,
  { elementId, row }: Pick<ChosenCell, "elementId" | "row">,
): string[] {
  const questions = new Set<string>();
  let question = "";
  for (const message of messages) {
    if (message.role === "user") question = message.text;
    else if (
      elementId !== undefined &&
      message.citations.some(
        ({ file_id, element_id, quote }) =>
          file_id === fileId &&
          element_id === elementId &&
          quotedCell(table, elementId, quote ?? "")?.row === row,
      )
    )
      questions.add(question);
  }
  return [...questions];
}
