import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../corpora/reading-truth");

export type TruthBlock = {
  type: string;
  level?: number;
  /** Left, top, right, bottom in points. */
  box: [number, number, number, number];
  /** The whole text of a short block; of a longer one, its first and last words. */
  text?: string;
  first?: string;
  last?: string;
  /** A stamp or a logo, which has no place in the reading order. */
  unordered?: boolean;
};

/** What a person reads on one page, in order. */
export type TruthPage = { name: string; source: string; page: number; kind: string; blocks: TruthBlock[] };

export const readingTruth = (): TruthPage[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({
      name: file.slice(0, -".json".length),
      ...JSON.parse(readFileSync(join(folder, file), "utf8")),
    }));
