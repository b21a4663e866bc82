import type { HtmlElement } from "../html-tree.ts";
import type { TextMeasures } from "./text-measure.ts";

const maxLength = 250;

/** How lines begin that lead to other pages. English only: other languages are known by their links and names. */
const LEADS_AWAY =
  /^(?:read (?:more|also|next)|also read|more on this|related(?: (?:stories|articles|posts|content|topics))?|see also|you (?:may|might) also like|don['’]t miss|recommended(?: (?:for you|stories))?|sign up (?:for|to)|subscribe (?:to|now)|follow (?:us|me|him|her) on|share this|like us on|click here to|join the conversation|advertisement|story continues below|watch(?: now)?:|all rights reserved|copyright ©|©)(?=\P{L}|$)/iu;

/** Whether a short line leads the reader away from the article: "Read more: …", "Follow us on …". */
export function leadsAway(element: HtmlElement, measures: TextMeasures): boolean {
  const { text, first } = measures.of(element);
  return text > 0 && text <= maxLength && LEADS_AWAY.test(first.trim());
}
