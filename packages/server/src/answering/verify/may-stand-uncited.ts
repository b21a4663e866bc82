import { numberFacts } from "./number-facts.ts";

/** White space and the number of a list item. */
const layout = /^[\s\d.)*#•-]*$/u;
const maxWords = 12;

/** Whether text between statements says nothing that a source would have to show: it is short and has no numbers. */
export const mayStandUncited = (text: string): boolean =>
  layout.test(text) || (text.split(/\s+/).length <= maxWords && numberFacts(text).length === 0);
