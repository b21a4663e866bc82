import MarkdownIt, { type Token } from "markdown-it";

export type MarkdownRenderer = InstanceType<typeof MarkdownIt>;

/**
 * Browsers do not read the content of these elements as markup. If one is unclosed, it would take in the rest of the
 * document.
 */
const RAW_TEXT = "title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext|select|noscript|template";
const KNOWN =
  /^<\/?(?:a|abbr|address|article|aside|audio|b|bdi|bdo|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|dialog|div|dl|dt|em|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hgroup|hr|html|i|img|input|ins|kbd|label|legend|li|link|main|map|mark|math|menu|meta|nav|object|ol|optgroup|option|p|picture|pre|q|rp|rt|ruby|s|samp|section|small|source|span|strike|strong|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video|wbr|[a-z]+-[a-z-]+)\b/i;
const HTML_COMMENT = /^<!--[\s\S]*?-->$/;

const maxFormulaLength = 1_000;

/**
 * CommonMark with tables, strikethrough, bare links and the author's HTML. Task lists and footnotes are handled later.
 */
export function createMarkdownRenderer(): MarkdownRenderer {
  const renderer = new MarkdownIt({ html: true, linkify: false, maxNesting: 60 });
  // A tag that no browser knows is more likely text, as in `Vec<String>`. It is kept as text.
  renderer.renderer.rules.html_inline = (tokens, index) => {
    const tag = tokens[index]?.content ?? "";
    const readable =
      (KNOWN.test(tag) && !new RegExp(`^</?(?:${RAW_TEXT})\\b`, "i").test(tag)) || HTML_COMMENT.test(tag);
    return readable ? tag : renderer.utils.escapeHtml(tag);
  };
  renderer.renderer.rules.html_block = (tokens, index) => readableBlock(tokens[index], renderer);
  renderer.inline.ruler.before("escape", "formula", keepFormula);
  // `javascript:` and similar addresses are dropped later. The text of such a link must stay.
  renderer.validateLink = () => true;
  return renderer;
}

type InlineRule = Parameters<MarkdownRenderer["inline"]["ruler"]["push"]>[1];

/**
 * Keeps `$a\,b_1$` and `$$a\,b$$` as written, because a backslash there belongs to LaTeX. As in Pandoc, no space follows
 * the opening dollar or precedes the closing one, and no digit follows: "$5 and $6" states prices.
 */
const keepFormula: InlineRule = (state, silent) => {
  if (state.src[state.pos] !== "$") return false;
  const formula = /(\$\$?)(?! )[^$`]*(?<! )\1(?![$\d])/y;
  formula.lastIndex = state.pos;
  const [found] = formula.exec(state.src) ?? [];
  if (!found || found.length > maxFormulaLength) return false;
  if (!silent) state.push("text", "", 0).content = found;
  state.pos += found.length;
  return true;
};

function readableBlock(token: Token | undefined, renderer: MarkdownRenderer): string {
  const html = token?.content ?? "";
  const opened = [...html.matchAll(new RegExp(`<(${RAW_TEXT})\\b`, "gi"))];
  const unclosed = opened.some(([, name = ""]) => !new RegExp(`</${name}\\s*>`, "i").test(html));
  if (!unclosed && (html.match(/<!--/g)?.length ?? 0) <= (html.match(/-->/g)?.length ?? 0)) return html;
  return `<p>${renderer.utils.escapeHtml(html)}</p>`;
}
