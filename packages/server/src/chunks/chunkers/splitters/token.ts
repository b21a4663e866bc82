import { tokens } from "../measure.ts";
import type { Splitter } from "../splitter.ts";

/** Fills chunks with whole sentences, as far as their tokens allow. */
export const splitByToken = (): Splitter => ({ measure: tokens });
