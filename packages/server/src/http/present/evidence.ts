import type { Evidence as WireEvidence } from "@headwater/spec";
import type { PlacedEvidence } from "../../extraction/place-evidence.ts";
import { rounded } from "./element.ts";

/** Evidence of an extraction. `text` is the older name of `quote`. */
export const presentEvidence = (evidence: PlacedEvidence): WireEvidence => ({
  path: evidence.path,
  file_id: evidence.fileId,
  file_name: evidence.fileName,
  page_number: evidence.pageNumber,
  element_id: evidence.elementId,
  text: evidence.quote,
  quote: evidence.quote,
  bounding_box: evidence.boundingBox ? rounded(evidence.boundingBox) : null,
  metadata: { box: evidence.box },
  score: evidence.score,
  verdict: evidence.verdict,
});
