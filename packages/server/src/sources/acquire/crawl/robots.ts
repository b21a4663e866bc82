/** What a site allows us, by its robots.txt (RFC 9309). */
export type Robots = {
  /** `path` as requests have it: with its query. */
  allows(path: string): boolean;
  /** Seconds between requests that the site asks for; null when it does not say. */
  crawlDelay: number | null;
  /** Addresses of sitemaps, as written. */
  sitemaps: string[];
};

/** For a site without robots.txt. */
export const everythingAllowed: Robots = { allows: () => true, crawlDelay: null, sitemaps: [] };
/** For one whose robots.txt can't be had: it may forbid everything. */
export const nothingAllowed: Robots = { allows: () => false, crawlDelay: null, sitemaps: [] };

/** RFC 9309 asks for at least 500 KiB. */
export const maxRobotsBytes = 512 * 1024;

type Rule = { allow: boolean; pattern: string };
type Group = { agents: string[]; rules: Rule[]; crawlDelay: number | null };

/** Reads a robots.txt for one crawler, named by its product token. What can't be understood is passed over. */
export function parseRobots(text: string, product: string): Robots {
  const sitemaps: string[] = [];
  const groups: Group[] = [];
  let naming = false;
  for (const line of text.slice(0, maxRobotsBytes).split(/\r\n|\r|\n/)) {
    const [key, value] = fieldOf(line);
    if (key === "sitemap" && value !== "") sitemaps.push(value);
    const group = groups.at(-1);
    if (key === "user-agent") {
      if (naming) group?.agents.push(value.toLowerCase());
      else groups.push({ agents: [value.toLowerCase()], rules: [], crawlDelay: null });
      naming = true;
    } else if (key === "allow" || key === "disallow") {
      naming = false;
      if (value !== "") group?.rules.push({ allow: key === "allow", pattern: normalised(value) });
    } else if (key === "crawl-delay") {
      naming = false;
      if (group && /^\d+(\.\d+)?$/.test(value)) group.crawlDelay = Number(value);
    }
  }
  const named = groups.filter(({ agents }) => agents.some((agent) => productOf(agent) === product));
  const ours = named.length > 0 ? named : groups.filter(({ agents }) => agents.includes("*"));
  const rules = ours.flatMap((group) => group.rules);
  return {
    allows: (path) => isAllowed(normalised(path), rules),
    crawlDelay: ours.find((group) => group.crawlDelay !== null)?.crawlDelay ?? null,
    sitemaps,
  };
}

const fieldOf = (line: string): [key: string, value: string] => {
  const [content = ""] = line.replace(/^\uFEFF/, "").split("#");
  const colon = content.indexOf(":");
  if (colon < 0) return ["", ""];
  return [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
};

/** `Headwater/1.0` names the product `headwater`. */
const productOf = (agent: string) => /^[a-z_-]+/.exec(agent)?.[0] ?? "";

/** The longest rule that matches decides; of two equally long ones the one that allows. */
function isAllowed(path: string, rules: Rule[]): boolean {
  if (path === "/robots.txt") return true;
  let decisive: Rule = { allow: true, pattern: "" };
  for (const rule of rules) {
    const { length } = rule.pattern;
    const goesBefore = length > decisive.pattern.length || (length === decisive.pattern.length && rule.allow);
    if (goesBefore && matches(path, rule.pattern)) decisive = rule;
  }
  return decisive.allow;
}

/** `*` stands for any text, `$` at the end for the end. Each piece is looked for once, so that no pattern is slow. */
function matches(path: string, pattern: string): boolean {
  const toEnd = pattern.endsWith("$");
  const [first = "", ...pieces] = (toEnd ? pattern.slice(0, -1) : pattern).split("*");
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = toEnd ? pieces.pop() : undefined;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!toEnd) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** Percent signs in one form: characters that need none have none, and the others are in capitals. */
const normalised = (path: string): string =>
  path
    .replaceAll(/[^\x21-\x7e]/gu, (character) =>
      encodeURIComponent(character.isWellFormed() ? character : "\uFFFD"),
    )
    .replaceAll(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(character) ? character : escaped.toUpperCase();
    });
