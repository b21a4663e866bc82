import { expect, it } from "vitest";
import { readSitemap } from "./sitemap.ts";

const at = "https://a.example";
const locations = (...texts: string[]) => texts.map((text) => `<url><loc>${text}</loc></url>`).join("\n");

it("names pages, their addresses unescaped once", () => {
  const text = `<urlset>${locations(` ${at}/a?b=1&amp;c=&quot;&lt;&gt;&apos; `, `${at}/d&amp;lt;`, "/relative", "ftp://x/")}</urlset>`;
  expect(readSitemap(text)).toEqual({ pages: [`${at}/a?b=1&c="<>'`, `${at}/d&lt;`], sitemaps: [] });
});

it("names further sitemaps where it is an index, with a prefix or without", () => {
  for (const prefix of ["", "s:"])
    expect(readSitemap(`<${prefix}sitemapindex x="y"><${prefix}loc>${at}/b.xml</${prefix}loc>`)).toEqual({
      pages: [],
      sitemaps: [`${at}/b.xml`],
    });
  expect(readSitemap(`<sitemapindexes/>${locations(`${at}/a`)}`).pages).toEqual([`${at}/a`]);
});

it("may be a list of addresses, one a line", () => {
  expect(readSitemap(`${at}/a\n HTTP://b.example/ \nno address\nhttps://\nxhttps://c/`)).toEqual({
    pages: [`${at}/a`, "HTTP://b.example/"],
    sitemaps: [],
  });
});

it("names no more than the format allows", () => {
  const many = Array.from({ length: 50_001 }, (_, number) => `${at}/${number}`);
  expect(readSitemap(many.join("\n")).pages).toHaveLength(50_000);
  expect(readSitemap(locations(...many)).pages).toHaveLength(50_000);
});
