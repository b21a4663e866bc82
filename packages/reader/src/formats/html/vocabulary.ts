import { attribute, type HtmlElement } from "./html-tree.ts";

const list = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that start on a new line. */
const BLOCKS = list(
  "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp caption",
);

/** Elements whose content is not shown as text. */
const UNREAD = list(
  "script style template noscript head link meta base canvas audio video track iframe embed applet area map datalist param source noframes colgroup col svg",
);

export const HEADINGS = list("h1 h2 h3 h4 h5 h6");

export function isBlock(element: HtmlElement): boolean {
  if (BLOCKS.has(element.tagName)) return true;
  const style = attribute(element, "style");
  return style !== undefined && /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item)/i.test(style);
}

/** Whether the element is invisible on the page. */
export const isHidden = (element: HtmlElement): boolean =>
  UNREAD.has(element.tagName) || isConcealed(element);

/** Whether the element is a script that holds a formula in TeX, which MathJax shows. */
export const isTexScript = (element: HtmlElement): boolean =>
  element.tagName === "script" && /^math\/tex/i.test(attribute(element, "type") ?? "");

/** Whether its author hides it. */
export function isConcealed(element: HtmlElement): boolean {
  for (const { name, value } of element.attrs) {
    if (name === "hidden" && value !== "until-found") return true;
    if (name === "aria-hidden" && value === "true") return true;
    if (
      name === "style" &&
      /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(value)
    )
      return true;
  }
  return false;
}

export type Region = "header" | "footer" | "nav" | "aside";

const ROLES: Record<string, Region> = {
  banner: "header",
  contentinfo: "footer",
  navigation: "nav",
  complementary: "aside",
};

/** The part of the page that an element stands for. A header or footer inside an article belongs to the article. */
export function regionOf(element: HtmlElement, insideSection: boolean): Region | undefined {
  const role = attribute(element, "role")?.toLowerCase();
  const region =
    (role && Object.hasOwn(ROLES, role) && ROLES[role]) ||
    (["header", "footer", "nav", "aside"].find((name) => name === element.tagName) as Region | undefined);
  if ((region === "header" || region === "footer") && insideSection && !role) return undefined;
  return region;
}

export function isSectioning(element: HtmlElement): boolean {
  return (
    ["article", "main", "section", "blockquote", "td", "th", "aside", "dialog", "figure"].includes(
      element.tagName,
    ) || attribute(element, "role") === "main"
  );
}

/** The level of a heading by its tag or by `role="heading"`. Undefined for other elements. */
export function headingLevelOf(element: HtmlElement): number | undefined {
  if (HEADINGS.has(element.tagName)) return Number(element.tagName.slice(1));
  if (attribute(element, "role") !== "heading") return undefined;
  const level = Number(attribute(element, "aria-level"));
  return level >= 1 && level <= 9 ? Math.floor(level) : 2;
}
