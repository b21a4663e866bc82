import type { QuestionSet } from "../corpora/question-set.ts";
import type { Figure } from "./report.ts";
export async function refusalFigures(articles: QuestionSet[], ownTexts: QuestionSet[]): Promise<Figure[]> {
  return [];
}
