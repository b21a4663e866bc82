import type { Citation } from "@headwater/client";
import { type Box, wordsBox } from "../../evidence/box-text.ts";
import { isRecordingName } from "../../recording/recording-of.ts";

/** A page that is beside the answers, and the place on it that a citation names. */
export type BesidePlace = {
  fileId: string;
  fileName: string;
  page: number;
  /** The cited page; another one is shown after "Next". */
  cited: {
    figure: number;
    page: number;
    elementId: string;
    box: Box | null | undefined;
    quote: string | undefined;
  };
};

/** The place of a citation; undefined where there is no page to show, as in a recording. */
export function besidePlace(figure: number, citation: Citation): BesidePlace | undefined {
  const { file_id: fileId, file_name: fileName, page_number: page, element_id: elementId } = citation;
  if (!fileId || !page || !elementId || isRecordingName(fileName ?? "")) return undefined;
  const quote = citation.quote ?? undefined;
  return {
    ...{ fileId, fileName: fileName ?? "", page },
    cited: { figure, page, elementId, box: wordsBox(citation), quote },
  };
}
