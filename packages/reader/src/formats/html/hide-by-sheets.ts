import {
  attribute,
  findElement,
  type HtmlDocument,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textContent,
} from "./html-tree.ts";
import { isHidden } from "./vocabulary.ts";

/** Longer style sheets are not searched, in characters. */
const maxSheetLength = 1_000_000;
/** Sheets that hide more than this share of the page's text are shown by a script, so they are not followed. */
const maxHiddenShare = 0.5;

/**
 * Marks elements as `hidden` that the page's own `<style>` sheets never show: a class or an id with `display: none`, and
 * no rule anywhere that displays it otherwise. Only selectors of one class or id count. Tabs and menus that another rule
 * opens stay visible.
 */
export function hideBySheets(document: HtmlDocument): void {
  const selectors = hiddenSelectors(document);
  if (selectors.size === 0) return;
  const elements: HtmlElement[] = [];
  let [shown, hidden] = [0, 0];
  const open: { node: HtmlNode; inHidden: boolean }[] = [];
  const enter = (parent: HtmlElement, inHidden: boolean) => {
    for (const node of parent.childNodes) open.push({ node, inHidden });
  };
  const body = findElement(document, ({ tagName }) => tagName === "body");
  if (body) enter(body, false);
  for (let next = open.pop(); next; next = open.pop()) {
    const { node } = next;
    if (isText(node) && next.inHidden) hidden += node.value.trim().length;
    else if (isText(node)) shown += node.value.trim().length;
    else if (isElement(node) && !isHidden(node)) {
      const isNamed = hasName(node, selectors);
      if (isNamed) elements.push(node);
      enter(node, next.inHidden || isNamed);
    }
  }
  if (hidden > (shown + hidden) * maxHiddenShare) return;
  for (const element of elements) element.attrs.push({ name: "hidden", value: "" });
}

function hasName(element: HtmlElement, selectors: ReadonlySet<string>): boolean {
  const classes = attribute(element, "class")?.split(/\s+/) ?? [];
  return selectors.has(`#${attribute(element, "id")}`) || classes.some((name) => selectors.has(`.${name}`));
}

const NAMES = /[.#][\w-]+/g;

function hiddenSelectors(document: HtmlDocument): Set<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const { selector, display, isConditional } of displayRules(document)) {
    if (display === "none" && !isConditional && /^[.#][\w-]+$/.test(selector)) hidden.add(selector);
    else if (display !== "none") for (const [name] of selector.matchAll(NAMES)) shown.add(name);
  }
  return new Set([...hidden].filter((name) => !shown.has(name)));
}

type DisplayRule = { selector: string; display: string; isConditional: boolean };

/** The rules of all sheets that set `display`, one for each selector. Conditional ones are for some windows or media. */
function displayRules(document: HtmlDocument): DisplayRule[] {
  const rules: DisplayRule[] = [];
  findElement(document, (element) => {
    if (element.tagName !== "style") return false;
    const isForScreens = /^(?:all|screen)?$/i.test(attribute(element, "media")?.trim() ?? "");
    const css = textContent(element);
    if (css.length <= maxSheetLength) rules.push(...rulesOf(css, !isForScreens));
    return false;
  });
  return rules;
}

function rulesOf(css: string, isConditional: boolean): DisplayRule[] {
  const rules: DisplayRule[] = [];
  let depth = 0;
  let prelude = "";
  let display: string | undefined;
  const endRule = () => {
    if (display === undefined) return;
    const shared = { display, isConditional: isConditional || depth > 1 };
    for (const selector of prelude.split(",")) rules.push({ selector: selector.trim(), ...shared });
    display = undefined;
  };
  // Texts and, in between, the braces and semicolons that end them: `selector {`, `declaration;`, `declaration }`.
  const pieces = withoutComments(css).split(/([{};])/);
  for (let index = 0; index < pieces.length; index += 2) {
    const [text = "", end] = pieces.slice(index, index + 2);
    const [, found] = /^\s*display\s*:\s*([\w-]+)/i.exec(text) ?? [];
    // The last one of a rule counts.
    if (found && depth > 0) display = found.toLowerCase();
    if (end === ";") continue;
    endRule();
    if (end === "{") {
      depth += 1;
      prelude = text;
    } else depth = Math.max(depth - 1, 0);
  }
  return rules;
}

function withoutComments(css: string): string {
  let text = "";
  for (let start = 0; start < css.length; ) {
    const open = css.indexOf("/*", start);
    text += css.slice(start, open === -1 ? css.length : open);
    const close = open === -1 ? -1 : css.indexOf("*/", open + 2);
    start = close === -1 ? css.length : close + 2;
  }
  return text;
}
