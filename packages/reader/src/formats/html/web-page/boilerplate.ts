import { attribute, type HtmlElement } from "../html-tree.ts";

const maxNameLength = 400;

/** Classes that state a style (`top-[var(--nav-height)]`, `lg:hidden`), and so name nothing. */
const STYLES = /(?<!\S)\S*[[\](]\S*|(?<!\S)[\w-]+:\S*/g;

/**
 * The words that an element's author named it with (class, id and the like), in lower case between hyphens:
 * `-article-share-bar-`. "" without names.
 */
function classWords(element: HtmlElement): string {
  let names = "";
  for (const name of ["class", "id", "data-testid", "data-component"]) {
    const value = attribute(element, name);
    if (value) names += ` ${value.slice(0, maxNameLength).replace(STYLES, " ")}`;
  }
  if (names === "") return "";
  const words = names.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  return `-${words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}-`;
}

const words = (names: string): RegExp => new RegExp(`-(?:${names.trim().replace(/\s+/g, "|")})s?(?=-)`, "g");

const has = (element: HtmlElement, names: RegExp): boolean => classWords(element).search(names) !== -1;

/** Parts of a page around what it is about, by the names that their authors give them. */
const AROUND = words(`
  share sharing sharebar sharedaddy social addthis addtoany sharethis shareaholic
  follow-us follow-me social-links
  related recommended recommendation recirc recirculation outbrain taboola zergnet yarpp jp-relatedposts
  you-may-also-like may-also-like more-from more-stories more-news read-next up-next also-read most-read most-popular
  trending popular-posts latest-news next-article next-story prev-next
  newsletter subscribe subscription signup sign-up mailchimp optin opt-in
  advert advertisement advertising ad ads adslot adsense dfp sponsored sponsor promo promotion promobox
  nav navigation navbar menu breadcrumb pagination pager page-links post-navigation
  sidebar side-bar right-rail
  footer site-header masthead toolbar print-only
  modal popup overlay lightbox paywall login
  sr-only visually-hidden screen-reader-text screenreader skip-link noprint
`);

/** Notices about data, often longer than the page's own text. */
const NOTICES = words(
  "cookie consent gdpr ccpa onetrust cookiebot didomi cookiebanner cookieconsent privacy-notice",
);

/** Whether an element is a cookie notice or the like, by the names that its author gave it. */
export const isNotice = (element: HtmlElement): boolean => has(element, NOTICES);

/** What readers wrote under a page. On a forum it is the page. */
const COMMENTS = words("comment comment-list disqus livefyre respond replies reply responses");

/** Lines that say who wrote when and under which headings: the page's facts, not its text. */
const FACTS = words(`
  byline by-line author authors author-box author-bio author-info about-author contributor contributors
  dateline date pubdate publish-date published posted-on timestamp time-stamp datetime entry-date updated
  meta entry-meta post-meta article-meta postmeta metadata post-info article-info
  tag tags tag-list taglist categories category cat-links tags-links topics keywords
  credit credits photo-credit image-credit read-time reading-time
`);

/** What forum software puts around a post: who wrote it, the signature, votes, reactions, buttons. */
const AROUND_POST = words(`
  signature sig message-signature post-signature
  user-info userinfo user-details user-block author-pane poster post-profile postprofile
  message-cell-user message-user-info message-user-details
  message-attribution message-footer post-meta post-infos post-likes post-buttons post-menu post-controls
  vote votecell vote-count reaction reactions reactions-bar like action-bar expand-link
  similar-threads related-topics online-list
`);

/** Signatures may be long; an element that holds more than this holds the post as well. */
const maxAroundPost = 800;

/** Whether a short element stands around a forum's post. */
export const isAroundPost = (element: HtmlElement, length: number): boolean =>
  length <= maxAroundPost && has(element, AROUND_POST);

const CAPTION = words(`
  caption captions wp-caption-text image-caption img-caption photo-caption figcaption caption-text caption-full
  newscaption media-caption
`);

/** Whether the names of an element say that it is a caption. */
export const isCaption = (element: HtmlElement): boolean => has(element, CAPTION);

/** How publishing software names the element that holds a post, and the one that holds its text. */
const POST =
  /(?:^|\s)(?:single-post|type-post|h-entry|(?:entry|post|article|story)-?(?:content|body|text))(?=\s|$)/i;

/** The name that says that an element holds a post or its text. Undefined without one. */
export const postName = (element: HtmlElement): string | undefined =>
  POST.exec(`${attribute(element, "class") ?? ""} ${attribute(element, "id") ?? ""}`)?.[0]
    ?.trim()
    .toLowerCase();

/** Whether the names of an element say that it holds the text of a post, and nothing else. */
export const isPostText = (element: HtmlElement): boolean =>
  /(?:content|body|text)$/.test(postName(element) ?? "");

const maxFactLength = 400;

const AROUND_TAGS = new Set("nav footer aside form button dialog select input textarea".split(" "));
const AROUND_ROLES = new Set(
  "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar".split(" "),
);

/** What says that an element stands around the content: its tag, its role, or names that its author gave it. */
export function aroundSigns(element: HtmlElement): string[] {
  const signs: string[] = classWords(element).match(AROUND) ?? [];
  if (AROUND_TAGS.has(element.tagName)) signs.push(element.tagName);
  const role = attribute(element, "role")?.toLowerCase() ?? "";
  if (AROUND_ROLES.has(role)) signs.push(role);
  return signs;
}

/** Whether an element holds readers' comments, by the names that its author gave it. */
export const isComments = (element: HtmlElement): boolean => has(element, COMMENTS);

/** Whether a short element states facts of the page, such as its author and date. */
export function isFacts(element: HtmlElement, length: number): boolean {
  if (length > maxFactLength) return false;
  if (element.tagName === "time" || attribute(element, "rel") === "author") return true;
  if (/^(?:author|date(?:Published|Modified|Created)|publisher)$/i.test(attribute(element, "itemprop") ?? ""))
    return true;
  return has(element, FACTS);
}
