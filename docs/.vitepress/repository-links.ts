import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { MarkdownRenderer } from "vitepress";

const repository = resolve(import.meta.dirname, "../..");

/** Folders that the Markdown links to as a whole, and the page that begins them here. */
const beginnings: Record<string, string> = {
  "docs/decisions": "docs/decisions/storage.md",
  "docs/hooks": "docs/hooks/uploading.md",
};

/**
 * Makes links of the repository right on the site: a folder leads to its README or first page, and what is not a page (code,
 * a chart, an alert rule) is named without a link. Throws for a link to nothing.
 */
export function linkWithinRepository(markdown: MarkdownRenderer): void {
  const { core } = markdown;
  core.ruler.push("repository-links", ({ tokens, env }) => {
    const file: string = env.realPath ?? env.path;
    for (const { children } of tokens) {
      let isPlain = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          const href = String(token.attrGet("href"));
          if (/^(?:[a-z]+:|#|\/)/i.test(href)) continue;
          const page = pageOf(href, file);
          isPlain = page === null;
          if (page !== null) token.attrSet("href", page);
        }
        if (isPlain && token.type.startsWith("link_")) {
          if (token.type === "link_close") isPlain = false;
          token.tag = "span";
          token.attrs = null;
        }
      }
    }
  });
  // Ours opens links as they stand; the one of VitePress would give a plain span an address.
  const opening = markdown.renderer.rules.link_open;
  markdown.renderer.rules.link_open = (tokens, index, options, env, self) =>
    tokens[index]?.tag === "span" || !opening
      ? self.renderToken(tokens, index, options)
      : opening(tokens, index, options, env, self);
}

/** The link to a page of the site; null for a file that is not a page. */
function pageOf(href: string, file: string): string | null {
  const [path = "", anchor] = href.split("#");
  const target = join(dirname(file), decodeURI(path));
  if (!existsSync(target)) throw new Error(`${file} links to ${href}, which is not there`);
  const named = relative(repository, target);
  const page = statSync(target).isDirectory() ? (beginnings[named] ?? join(named, "README.md")) : named;
  if (!page.endsWith(".md") || !existsSync(join(repository, page))) return null;
  const address = `/${page.replace(/README\.md$/, "")}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
