import type { BadDocument } from "./bad-document.ts";
import { badImages } from "./bad-images.ts";
import { badPackages } from "./bad-packages.ts";
import { badPdfs } from "./bad-pdfs.ts";
import { badTexts } from "./bad-texts.ts";

export type { BadDocument } from "./bad-document.ts";

/** Bad input of every kind, with what comes of it. Read by the reader's tests and sent to the whole service. */
export const badDocuments: readonly BadDocument[] = [...badTexts, ...badPackages, ...badPdfs, ...badImages];
