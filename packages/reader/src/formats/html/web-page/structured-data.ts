import { attribute, findElement, type HtmlDocument, textContent } from "../html-tree.ts";

export type StructuredThing = Record<string, unknown>;

const maxScriptLength = 2_000_000;
const maxThings = 5_000;

/** The objects of the page's JSON-LD scripts, nested ones too. Scripts that are not JSON are passed over. */
export function structuredData(document: HtmlDocument): StructuredThing[] {
  const things: StructuredThing[] = [];
  findElement(document, (element) => {
    const isData =
      element.tagName === "script" &&
      /^application\/ld\+json\b/i.test(attribute(element, "type")?.trim() ?? "");
    if (isData) things.push(...thingsIn(textContent(element)).slice(0, maxThings - things.length));
    return things.length >= maxThings;
  });
  return things;
}

function thingsIn(script: string): StructuredThing[] {
  if (script.length > maxScriptLength) return [];
  const things: StructuredThing[] = [];
  const values: unknown[] = [parsed(script)];
  // The list grows while it is gone through.
  for (const value of values) {
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) things.push(value as StructuredThing);
    if (things.length >= maxThings) break;
    for (const inner of Object.values(value)) values.push(inner);
  }
  return things;
}

function parsed(script: string): unknown {
  // Some publishers wrap the data in a comment, or write line breaks inside strings.
  const text = script.replace(/^\s*(?:<!--|\/\*.*?\*\/|<!\[CDATA\[)/, "").replace(/(?:-->|\]\]>)\s*$/, "");
  try {
    return JSON.parse(text.replace(/\p{Cc}+/gu, " "));
  } catch {
    // A page is read without its structured data when that is not JSON: nothing is lost but hints.
    return undefined;
  }
}

const ARTICLE = /(?:Article|(?<!Forum)Posting|Report|Review)$/;

const hasType = (thing: StructuredThing, name: RegExp): boolean =>
  [thing["@type"]].flat().some((type) => typeof type === "string" && name.test(type));

/** Whether a thing is an article, a post or the like, by its schema.org type. */
export const isArticle = (thing: StructuredThing): boolean => hasType(thing, ARTICLE);

/** Whether a thing is a forum's thread or a question with its answers, by its schema.org type. */
export const isDiscussion = (thing: StructuredThing): boolean =>
  hasType(thing, /^(?:DiscussionForumPosting|QAPage)$/);
