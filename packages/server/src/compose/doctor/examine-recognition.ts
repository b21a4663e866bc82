import { describeOcr, type OcrOptions } from "@headwater/reader";
import { type Finding, note, ok } from "./finding.ts";

/** What reads the text of scans and images, and which packs that were asked for are missing. */
export async function examineRecognition(ocr: OcrOptions): Promise<Finding> {
  const { recogniser, packs } = await describeOcr(ocr);
  const missing = (ocr.languages ?? []).filter((language) => !packs.includes(language));
  const installed =
    packs.length === 0 ? "no language packs of Tesseract" : `Tesseract's packs ${packs.join(", ")}`;
  const lacks =
    missing.length === 0 ? "" : `; of HEADWATER_OCR_LANGUAGES ${missing.join(", ")} is not installed`;
  if (recogniser === null)
    return note(
      `scans and images are read by Tesseract alone (${installed})${lacks}; @headwater/recogniser and onnxruntime-node, beside the service, read them better`,
    );
  const finding = `scans and images are read by ${recogniser}, other scripts with ${installed}${lacks}`;
  return missing.length === 0 ? ok(finding) : note(finding);
}
