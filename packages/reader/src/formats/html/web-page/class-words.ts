import { attribute, type HtmlElement } from "../html-tree.ts";

const maxNameLength = 400;

/** Classes that state a style (`top-[var(--nav-height)]`, `lg:hidden`), and so name nothing. */
const STYLES = /(?<!\S)\S*[[\](]\S*|(?<!\S)[\w-]+:\S*/g;

/**
 * The words that an element's author named it with (class, id and the like), in lower case between hyphens:
 * `-article-share-bar-`. "" without names.
 */
export function classWords(element: HtmlElement): string {
  let names = "";
  for (const name of ["class", "id", "data-testid", "data-component"]) {
    const value = attribute(element, name);
    if (value) names += ` ${value.slice(0, maxNameLength).replace(STYLES, " ")}`;
  }
  if (names === "") return "";
  const words = names.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  return `-${words.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "")}-`;
}
