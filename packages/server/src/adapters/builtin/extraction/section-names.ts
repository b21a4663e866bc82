import type { LabelWord } from "../../../text/label-words.ts";

const sectionNames = ["skill", "education", "experience", "language", "contact", "summary"];
const maxWords = 3;

/** Whether the words of a line are the name of a section of a CV: "Work experience", "Idiomas". */
export const isSectionName = (words: Pick<LabelWord, "meanings">[]): boolean =>
  words.length > 0 &&
  words.length <= maxWords &&
  words.some(({ meanings }) => meanings.some((meaning) => sectionNames.includes(meaning)));
