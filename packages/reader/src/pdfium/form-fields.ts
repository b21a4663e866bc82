import type { FormField } from "../layout/page/page.ts";
import { pinnedFile } from "./inner-files.ts";
import { readUtf16 } from "./page-characters.ts";
import type { PageFrame } from "./page-frame.ts";
import type { Pdfium } from "./pdfium.ts";

const FREE_TEXT = 3;
const FILE_ATTACHMENT = 17;
const WIDGET = 20;
/** Annotations that viewers draw themselves where the file has no appearance of them: typed texts, fields, black bars. */
const isDrawn = new Set([FREE_TEXT, WIDGET, 28]);
/** Notes show an icon, and their windows are closed. */
const showsNoText = new Set([1, 16]);
/** What puts text or another content stream into an appearance. */
const textOperator = /(?:^|\s|[)>\]])(?:T[jJ]|['"]|Do)(?=\s|$)/;
const NO_VIEW = 1 << 5;
/** Annotation flags: invisible, hidden, not shown on screen. */
const unseen = 1 | (1 << 1) | NO_VIEW;
/** Field flag: a password, which shows as dots. */
const PASSWORD = 1 << 13;
const UNKNOWN_FIELD = 0;
const PUSH_BUTTON = 1;
const CHECK_BOX = 2;
const RADIO_BUTTON = 3;
const SIGNATURE = 7;

const maxAnnotations = 5_000;
const maxValueBytes = 64 * 1024;
/** What is longer draws more than a stamp. */
const maxAppearanceBytes = 256 * 1024;
/** Smaller fields (points) can't be seen. */
const minSide = 2;

export type FormFields = {
  fields: FormField[];
  /** Whether the page shows text that is not in its content. */
  hasText: boolean;
  /** Names of the files that are pinned to the page. */
  pinned: string[];
};

/**
 * The form fields of a page that can be seen: filled ones and every tick box, and texts that were typed onto the page.
 * At most 5,000 annotations. Those that are only printed are taken off the page.
 */
export function readFormFields(
  pdfium: Pdfium,
  document: number,
  page: number,
  frame: PageFrame,
  scratch: number,
): FormFields {
  const count = Math.min(pdfium.FPDFPage_GetAnnotCount(page), maxAnnotations);
  const result: FormFields = { fields: [], hasText: false, pinned: [] };
  const printed: number[] = [];
  let info = 0;
  let form = 0;
  /** The form is opened only for a page with fields, because that reads the fields of the whole document. */
  const openForm = () => {
    if (info !== 0) return form;
    info = pdfium.PDFiumExt_OpenFormFillInfo();
    form = info === 0 ? 0 : pdfium.PDFiumExt_InitFormFillEnvironment(document, info);
    return form;
  };
  try {
    for (let index = 0; index < count; index += 1) {
      const annotation = pdfium.FPDFPage_GetAnnot(page, index);
      if (annotation === 0) continue;
      try {
        const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
        if (subtype === FILE_ATTACHMENT) result.pinned.push(pinnedFile(pdfium, annotation));
        const flags = pdfium.FPDFAnnot_GetFlags(annotation);
        if ((flags & NO_VIEW) !== 0) printed.push(index);
        else if (isDrawn.has(subtype) || showsText(pdfium, annotation, subtype)) result.hasText = true;
        if (subtype !== WIDGET && subtype !== FREE_TEXT) continue;
        if ((flags & unseen) !== 0) continue;
        const box = boxOf(pdfium, annotation, frame, scratch);
        if (!box) continue;
        const field =
          subtype === WIDGET
            ? readField(pdfium, openForm(), annotation)
            : typedText(stringOf(pdfium, annotation, "Contents"));
        if (field && field.value !== "") result.fields.push({ ...field, ...box });
      } finally {
        pdfium.FPDFPage_CloseAnnot(annotation);
      }
    }
    // Else they would become part of the page's content.
    for (const index of printed.reverse()) pdfium.FPDFPage_RemoveAnnot(page, index);
  } finally {
    if (form !== 0) pdfium.PDFiumExt_ExitFormFillEnvironment(form);
    if (info !== 0) pdfium.PDFiumExt_CloseFormFillInfo(info);
  }
  return result;
}

function showsText(pdfium: Pdfium, annotation: number, subtype: number): boolean {
  if (showsNoText.has(subtype)) return false;
  const appearance = readUtf16(
    pdfium,
    (buffer, size) => pdfium.FPDFAnnot_GetAP(annotation, 0, buffer, size),
    maxAppearanceBytes,
  );
  return textOperator.test(appearance);
}

type FieldFacts = Pick<FormField, "name" | "description" | "kind" | "value">;

const typedText = (value: string): FieldFacts => ({ name: "", description: "", kind: "typed", value });

function readField(pdfium: Pdfium, form: number, annotation: number): FieldFacts | null {
  const type = form === 0 ? -1 : pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type <= UNKNOWN_FIELD) {
    // The document's list of fields lacks it. Viewers show it all the same.
    if (stringOf(pdfium, annotation, "FT") !== "Tx") return null;
    const name = stringOf(pdfium, annotation, "T");
    return { name, description: "", kind: "text", value: stringOf(pdfium, annotation, "V") };
  }
  if (type === PUSH_BUTTON || type === SIGNATURE) return null;
  const name = readUtf16(pdfium, (buffer, size) =>
    pdfium.FPDFAnnot_GetFormFieldName(form, annotation, buffer, size),
  );
  const description = readUtf16(pdfium, (buffer, size) =>
    pdfium.FPDFAnnot_GetFormFieldAlternateName(form, annotation, buffer, size),
  );
  if (type === CHECK_BOX || type === RADIO_BUTTON) {
    // PDFium's own answer needs a form with events. The appearance that is shown says the same.
    const state = stringOf(pdfium, annotation, "AS");
    return { name, description, kind: "tick", value: state !== "" && state !== "Off" ? "☒" : "☐" };
  }
  if ((pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & PASSWORD) !== 0) return null;
  const value = readUtf16(
    pdfium,
    (buffer, size) => pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, size),
    maxValueBytes,
  );
  return { name, description, kind: "text", value: value.normalize("NFC") };
}

function boxOf(pdfium: Pdfium, annotation: number, frame: PageFrame, scratch: number) {
  if (pdfium.FPDFAnnot_GetRect(annotation, scratch) === 0) return null;
  const at = scratch >> 2;
  // FS_RECTF: left, top, right, bottom.
  const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.floats().subarray(at, at + 4);
  const box = frame.toDisplay(left, bottom, right, top);
  const isSeen =
    box.right - box.left >= minSide &&
    box.bottom - box.top >= minSide &&
    box.right > 0 &&
    box.bottom > 0 &&
    box.left < frame.width &&
    box.top < frame.height;
  return isSeen ? box : null;
}

function stringOf(pdfium: Pdfium, annotation: number, key: string): string {
  const bytes = Buffer.from(`${key}\0`, "latin1");
  const pointer = pdfium.malloc(bytes.length);
  pdfium.bytes().set(bytes, pointer);
  try {
    return readUtf16(
      pdfium,
      (buffer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, pointer, buffer, size),
      maxValueBytes,
    ).normalize("NFC");
  } finally {
    pdfium.free(pointer);
  }
}
