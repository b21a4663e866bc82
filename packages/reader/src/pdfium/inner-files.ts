import { isEInvoiceName } from "../formats/pdf/e-invoice.ts";
import type { XmlForm } from "../formats/pdf/pdf-document.ts";
import { readUtf16 } from "./page-characters.ts";
import type { Pdfium } from "./pdfium.ts";

const DYNAMIC_XFA = 2;
const STATIC_XFA = 3;
const maxFiles = 1_000;
const maxPackets = 100;
const maxXmlBytes = 50_000_000;

/** Names of the files that belong to a PDF as a whole: the contents of a portfolio, and what is attached to it. */
export function attachedFiles(pdfium: Pdfium, document: number): string[] {
  const count = Math.min(pdfium.FPDFDoc_GetAttachmentCount(document), maxFiles);
  return Array.from({ length: Math.max(count, 0) }, (_, index) =>
    fileName(pdfium, pdfium.FPDFDoc_GetAttachment(document, index)),
  );
}

const maxEInvoiceBytes = 10_000_000;

/** The bytes of the e-invoice that is attached to a PDF; null for none. */
export function attachedEInvoice(pdfium: Pdfium, document: number): Uint8Array | null {
  const index = attachedFiles(pdfium, document).findIndex(isEInvoiceName);
  if (index < 0) return null;
  const attachment = pdfium.FPDFDoc_GetAttachment(document, index);
  const length = pdfium.malloc(8);
  const sizeOf = (buffer: number, size: number): number =>
    pdfium.FPDFAttachment_GetFile(attachment, buffer, size, length)
      ? new DataView(pdfium.bytes().buffer).getUint32(length, true)
      : 0;
  try {
    const size = sizeOf(0, 0);
    if (size === 0 || size > maxEInvoiceBytes) return null;
    const buffer = pdfium.malloc(size);
    sizeOf(buffer, size);
    const bytes = pdfium.bytes().slice(buffer, buffer + size);
    pdfium.free(buffer);
    return bytes;
  } finally {
    pdfium.free(length);
  }
}

/** The name of a file that is pinned to a page. */
export const pinnedFile = (pdfium: Pdfium, annotation: number): string =>
  fileName(pdfium, pdfium.FPDFAnnot_GetFileAttachment(annotation));

const fileName = (pdfium: Pdfium, attachment: number): string =>
  attachment === 0
    ? ""
    : readUtf16(pdfium, (buffer, size) => pdfium.FPDFAttachment_GetName(attachment, buffer, size));

/** A form that is described by XML, and whether viewers must draw it from that. Null for other documents. */
export function xmlForm(pdfium: Pdfium, document: number): XmlForm | null {
  const type = pdfium.FPDF_GetFormType(document);
  if (type !== DYNAMIC_XFA && type !== STATIC_XFA) return null;
  return { isDynamic: type === DYNAMIC_XFA, xml: () => formXml(pdfium, document) };
}

/** The packets of the form, which are parts of one XML document. */
function formXml(pdfium: Pdfium, document: number): Uint8Array {
  const length = pdfium.malloc(8);
  const packets: Uint8Array[] = [];
  let left = maxXmlBytes;
  const count = Math.min(pdfium.FPDF_GetXFAPacketCount(document), maxPackets);
  for (let index = 0; index < count; index += 1) {
    if (pdfium.FPDF_GetXFAPacketContent(document, index, 0, 0, length) === 0) continue;
    const size = new DataView(pdfium.bytes().buffer).getUint32(length, true);
    if (size === 0 || size > left) continue;
    left -= size;
    const buffer = pdfium.malloc(size);
    pdfium.FPDF_GetXFAPacketContent(document, index, buffer, size, length);
    packets.push(pdfium.bytes().slice(buffer, buffer + size));
    pdfium.free(buffer);
  }
  pdfium.free(length);
  return Buffer.concat(packets);
}
