import { attribute, findElement, type HtmlDocument } from "../html-tree.ts";
import { postName } from "./boilerplate.ts";
import { isArticle, isDiscussion, type StructuredThing } from "./structured-data.ts";

/** What a page is by its own account or mark-up: an article or post, a thread or a question with answers, or another. */
export type PageKind = "article" | "discussion" | "other";

const FORUM_SOFTWARE = /^(?:discourse|phpbb|vbulletin|xenforo|mybb|vanilla|simple machines|nodebb|flarum)\b/i;
/** How forum software names the page's outermost elements. */
const FORUM_PAGE = /(?:^|\s)(?:XF|XenForo|phpbb|ipsApp|Vanilla|vbulletin[-_]\w+|mybb[-_]\w+)(?=\s|$)/;
/** Addresses of threads; the addresses of lists of threads are others. */
const THREAD_ADDRESS =
  /\/threads?\/[^/]|\/(?:showthread|viewtopic)\b|[?&]topic=\d|\/topics?\/\d|\/t\/[^/]+\/\d|\/discussions?\/\d|\/questions\/\d|\/r\/\w+\/comments\//;

/**
 * The kind of a page. A thread is one whatever else the page says of itself, since some forums declare each thread an
 * article.
 */
export function pageKind(
  document: HtmlDocument,
  stated: { things: StructuredThing[]; type: string; generator: string; url: string },
): PageKind {
  const scopes = itemTypes(document);
  const isThread =
    stated.things.some(isDiscussion) ||
    scopes.some((scope) => isDiscussion({ "@type": scope })) ||
    ((FORUM_SOFTWARE.test(stated.generator) || isForumPage(document)) && THREAD_ADDRESS.test(stated.url));
  if (isThread) return "discussion";
  // A page that names several articles lists them.
  const articles = stated.things.filter(isArticle).length;
  const articleScopes = scopes.filter((scope) => /(?:Article|(?<!Forum)Posting)$/.test(scope)).length;
  return /article/i.test(stated.type) || articles === 1 || articleScopes === 1 || isPost(document)
    ? "article"
    : "other";
}

/** Whether the page holds the text of one post: an element with such a name, and no second of the same name. */
function isPost(document: HtmlDocument): boolean {
  const names: string[] = [];
  findElement(document, (element) => {
    const name = postName(element);
    if (name) names.push(name);
    return false;
  });
  return names.length > 0 && new Set(names).size === names.length;
}

/** The schema.org types of the page's microdata, without the address: `BlogPosting`. */
function itemTypes(document: HtmlDocument): string[] {
  const types: string[] = [];
  findElement(document, (element) => {
    const [, type] = /schema\.org\/(\w+)$/.exec(attribute(element, "itemtype") ?? "") ?? [];
    if (type) types.push(type);
    return false;
  });
  return types;
}

function isForumPage(document: HtmlDocument): boolean {
  const root = findElement(document, (element) => {
    if (element.tagName !== "html" && element.tagName !== "body") return false;
    return FORUM_PAGE.test(`${attribute(element, "id") ?? ""} ${attribute(element, "class") ?? ""}`);
  });
  return root !== undefined;
}
