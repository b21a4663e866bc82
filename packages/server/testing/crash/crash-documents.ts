import { type SampleExtension, sampleDocument } from "../documents/sample-document.ts";
import { between, type Random } from "../documents/seeded-random.ts";
import type { CrashDocument } from "./crashing-runs.ts";

export type DocumentPlan = { extension: SampleExtension; size: number };

const letters = "bcdfghjklmnpqrstvwxz";

/** A word that no other document has. */
const keyword = (random: Random, index: number): string =>
  `qu${Array.from({ length: 6 }, () => letters[between(random, 0, letters.length - 1)]).join("")}${letters[index % letters.length]}`;

/** Documents of the given formats and sizes in that order, each with a unique word. */
export const crashDocuments = (random: Random, plans: DocumentPlan[]): CrashDocument[] =>
  plans.map(({ extension, size }, index) => {
    const word = keyword(random, index);
    const bytes = sampleDocument(extension, { seed: between(random, 1, 1e9), keyword: word, size });
    return { fileName: `document-${index + 1}.${extension}`, keyword: word, bytes };
  });
