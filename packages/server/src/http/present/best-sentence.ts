import type { BestSentence } from "../../retrieval/retrieve-with-places.ts";
import { rounded } from "./element.ts";

/** Where to look first in a passage. Absent where none of its sentences has a word of the query. */
export const presentBestSentence = (best: BestSentence | undefined) =>
  best && {
    best_sentence: {
      text: best.text,
      element_id: best.elementId,
      page_number: best.pageNumber,
      bounding_box: best.boundingBox && rounded(best.boundingBox),
      box: best.box,
    },
  };
