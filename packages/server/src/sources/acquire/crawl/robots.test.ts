import { expect, test } from "vitest";
import { parseRobots } from "./robots.ts";

const allowed = (text: string, ...paths: string[]) => {
  const robots = parseRobots(text, "headwater");
  return paths.filter((path) => robots.allows(path));
};

test("our own group goes before that of all, and groups of one name are one", () => {
  const text = `
    User-agent: *
    Disallow: /
    User-Agent: other
    User-agent: Headwater/1.0   # us
    Disallow: /private
    User-agent: headwater
    Disallow: /drafts/`;
  expect(allowed(text, "/", "/private/a", "/drafts/a", "/drafts")).toEqual(["/", "/drafts"]);
});

test("the longest rule decides, and of equally long ones the one that allows", () => {
  const text = "User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /page\nAllow: /page\n";
  expect(allowed(text, "/shop/a", "/shop/open/a", "/page", "/")).toEqual(["/shop/open/a", "/page", "/"]);
});

test("stars and dollars", () => {
  const text = "User-agent: *\nDisallow: /*.php$\nDisallow: /a*b*c\nDisallow: /end$\n";
  const paths = ["/x.php", "/x.php?a=1", "/a1b2c3", "/acb", "/end", "/ending", "/dir/x.php"];
  expect(allowed(text, ...paths)).toEqual(["/x.php?a=1", "/acb", "/ending"]);
});

test("percent signs and letters of other scripts are one path", () => {
  const text = "User-agent: *\nDisallow: /é\nDisallow: /a%3cb\nDisallow: /%7Ejoe\n";
  expect(allowed(text, "/%C3%A9", "/%c3%a9x", "/a%3Cb", "/~joe", "/e")).toEqual(["/e"]);
});

test("nothing for us, an empty rule, or no groups at all allow everything", () => {
  for (const text of ["", "User-agent: other\nDisallow: /", "User-agent: *\nDisallow:", "Disallow: /"])
    expect(allowed(text, "/", "/a")).toEqual(["/", "/a"]);
});

test("sitemaps and pauses are read, robots.txt itself is always allowed", () => {
  const robots = parseRobots(
    "\uFEFFSitemap: https://example.com/a.xml\rUser-agent: *\rCrawl-delay: 2.5\rDisallow: /\r",
    "headwater",
  );
  expect(robots).toMatchObject({ sitemaps: ["https://example.com/a.xml"], crawlDelay: 2.5 });
  expect(robots.allows("/robots.txt")).toBe(true);
  expect(robots.allows("/")).toBe(false);
});

test("a pattern of many stars takes no time", () => {
  const text = `User-agent: *\nDisallow: /${"*a".repeat(1_000)}b$\n`;
  expect(allowed(text, `/${"a".repeat(10_000)}`)).toHaveLength(1);
});
