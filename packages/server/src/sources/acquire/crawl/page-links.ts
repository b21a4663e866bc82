import { type Token, Tokenizer, TokenizerMode } from "parse5";

/** What a page says of others. */
export type PageLinks = {
  /** Absolute http and https addresses in the order of the page, each once, without their fragments. */
  links: string[];
  /** Where the page says that it really stands. */
  canonical: string | null;
  /** False when the page asks that it is kept out of collections. */
  mayKeep: boolean;
};

/** Links further down are not looked for: a page of this length is a list or a trap. */
const maxCharacters = 4_000_000;
const maxLinks = 10_000;

/** Tags whose content is text, whatever it looks like. */
const modes: ReadonlyMap<string, Tokenizer["state"]> = new Map(
  Object.entries<Tokenizer["state"]>({
    script: TokenizerMode.SCRIPT_DATA,
    style: TokenizerMode.RAWTEXT,
    xmp: TokenizerMode.RAWTEXT,
    iframe: TokenizerMode.RAWTEXT,
    noembed: TokenizerMode.RAWTEXT,
    noframes: TokenizerMode.RAWTEXT,
    textarea: TokenizerMode.RCDATA,
    title: TokenizerMode.RCDATA,
  }),
);

/** Reads the links of a page; only tags are looked at, so that any page takes time in proportion to its length. */
export function readLinks(html: string, address: string): PageLinks {
  let base = address;
  let canonical: string | null = null;
  let [mayKeep, mayFollow] = [true, true];
  const links = new Set<string>();

  const onStartTag = ({ tagName, attrs }: Token.TagToken) => {
    const attribute = (name: string) => attrs.find((each) => each.name === name)?.value.trim() ?? null;
    const relations = (attribute("rel") ?? "").toLowerCase().split(/\s+/);
    const href = attribute("href");
    if (tagName === "base" && href !== null && base === address) base = resolved(href, address) ?? address;
    if (tagName === "link" && relations.includes("canonical") && href !== null)
      canonical ??= resolved(href, base);
    if (tagName === "meta" && /^(robots|headwater)$/i.test(attribute("name") ?? "")) {
      const wishes = (attribute("content") ?? "").toLowerCase().split(/[\s,]+/);
      if (wishes.includes("noindex") || wishes.includes("none")) mayKeep = false;
      if (wishes.includes("nofollow") || wishes.includes("none")) mayFollow = false;
    }
    if ((tagName === "a" || tagName === "area") && href !== null && !relations.includes("nofollow")) {
      const link = resolved(href, base);
      if (link !== null && links.size < maxLinks) links.add(link);
    }
  };

  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag(token) {
        onStartTag(token);
        const mode = modes.get(token.tagName);
        if (mode !== undefined && !token.selfClosing) tokenizer.state = mode;
      },
      onEndTag() {},
      onComment() {},
      onDoctype() {},
      onEof() {},
      onCharacter() {},
      onNullCharacter() {},
      onWhitespaceCharacter() {},
    },
  );
  tokenizer.write(html.slice(0, maxCharacters), true);
  return { links: mayFollow ? [...links] : [], canonical, mayKeep };
}

function resolved(href: string, base: string): string | null {
  const url = URL.parse(href, base);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  url.hash = "";
  return url.href;
}
