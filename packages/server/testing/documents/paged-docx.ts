import { docxFile, docxParagraph } from "./sample-docx.ts";

const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
export const twoPages = docxFile([
  docxParagraph("The harbour was built in 1850."),
  pageBreak,
  docxParagraph("The lighthouse was built in 1873."),
]);
/** Its length does not show its pages to a reader of its text alone. */
export const unbroken = docxFile(
  Array.from({ length: 200 }, (_, index) => docxParagraph(`The mill number ${index} was built in 1900.`)),
);
