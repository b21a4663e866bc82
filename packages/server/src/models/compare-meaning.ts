import type { ProjectId } from "../kernel/ids.ts";

/**
 * Port: how alike in meaning a question and texts of a project's documents are: the cosines of their vectors, in the order
 * of the texts. Null where no vectors can be had now: then words alone decide. Never rejects. `isEnglish`: which encoder is
 * asked, where each language has its own.
 */
export type CompareMeaning = (
  projectId: ProjectId,
  question: string,
  texts: readonly string[],
  isEnglish: boolean,
) => Promise<number[] | null>;

/** The same within one project. */
export type CompareTexts = (
  ...args: Parameters<CompareMeaning> extends [ProjectId, ...infer Rest] ? Rest : never
) => ReturnType<CompareMeaning>;
