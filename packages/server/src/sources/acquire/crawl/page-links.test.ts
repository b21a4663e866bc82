import { expect, test } from "vitest";
import { addressKey } from "./page-address.ts";
import { readLinks } from "./page-links.ts";
import { readSitemap } from "./sitemap.ts";

const linksOf = (html: string) => readLinks(html, "https://example.com/docs/start").links;

test("links are absolute, each once, without what is no page", () => {
  expect(
    linksOf(`<a href=next>1</a> <A HREF='/top?a=1&amp;b=2#part'>2</A> <a href="next#end">again</a>
      <a href="mailto:a@example.com">mail</a> <a href="javascript:void(0)">no</a> <a>none</a>
      <a rel="nofollow" href="/advert">no</a> <area href="//other.org/map"> <!-- <a href="/hidden"> -->
      <script>"<a href='/script'>"</script> <textarea><a href="/text"></textarea> <a href="http://">x</a>`),
  ).toEqual(["https://example.com/docs/next", "https://example.com/top?a=1&b=2", "https://other.org/map"]);
});

test("base, canonical address and wishes of a page", () => {
  const page = readLinks(
    `<head><base href="/v2/"><link rel="canonical" href="start"><meta name="ROBOTS" content="noindex, nofollow"></head>
     <a href="a">a</a>`,
    "https://example.com/docs/start",
  );
  expect(page).toEqual({ links: [], canonical: "https://example.com/v2/start", mayKeep: false });
});

test("a page that is one long unfinished tag takes no time", () => {
  expect(linksOf(`<a href="${"<a '".repeat(500_000)}`)).toEqual([]);
});

test("spellings of one address have one key", () => {
  const keys = [
    "https://www.example.com/a?b=1&a=2",
    "http://example.com/a?a=2&b=1#top",
    "https://EXAMPLE.com/a?utm_source=x&a=2&b=1&fbclid=9",
  ].map(addressKey);
  expect(new Set(keys).size).toBe(1);
  expect(addressKey("https://example.com/a?a=3")).not.toBe(keys[0]);
});

test("sitemaps, indexes of sitemaps and plain lists", () => {
  expect(
    readSitemap(
      "<urlset><url><loc> https://example.com/a?x=1&amp;y=2 </loc></url><url><loc>nothing</loc></url></urlset>",
    ),
  ).toEqual({ pages: ["https://example.com/a?x=1&y=2"], sitemaps: [] });
  expect(
    readSitemap("<sitemapindex><sitemap><loc>https://example.com/s.xml</loc></sitemap></sitemapindex>"),
  ).toEqual({
    pages: [],
    sitemaps: ["https://example.com/s.xml"],
  });
  expect(readSitemap("https://example.com/a\nhttps://example.com/b\n").pages).toHaveLength(2);
});

test.each(["constructor", "tostring", "valueof", "__proto__", "hasownproperty"])(
  "goes on after a tag that nobody knows: <%s>",
  (name) => {
    const page = `<${name}><a href="/next">next</a></${name}>`;
    expect(readLinks(page, "https://example.org/").links).toEqual(["https://example.org/next"]);
  },
);
