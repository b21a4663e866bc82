import { expect, it } from "vitest";
import { parseWith } from "../../../testing/fixtures/parse.ts";
import { parseHtml } from "./parse-html.ts";

const text = async (css: string, body: string, media = "") => {
  const html = `<html><head><style media="${media}">${css}</style></head><body>${body}</body></html>`;
  return (await parseWith(parseHtml, html, "html")).elements.map((element) => element.text).join(" ");
};
const body = '<p>keel and mast</p><p class="a wide">oar</p><p id="b">hull</p>';

it.each([
  ["a class and an id", ".a, #b { color: red; display: none }", "keel and mast"],
  ["a class, as important", "/* .x { */ .a{DISPLAY:none!important}", "keel and mast hull"],
  [
    "a class that another rule shows",
    ".a { display: none } .a.open { display: block }",
    "keel and mast oar hull",
  ],
  ["a class in narrow windows", "@media (max-width: 9em) { .a { display: none } }", "keel and mast oar hull"],
  ["a class inside another element", "nav .a { display: none }", "keel and mast oar hull"],
  ["most of the text, until a script shows it", ".a, #b, .most { display: none }", "keel and mast oar hull"],
  ["a sheet that does not end", ".a { display: none", "keel and mast hull"],
])("follows the page's sheet that hides %s", async (_, css, expected) => {
  expect(await text(css, body.replace("<p>", '<p class="most">'))).toBe(expected);
});

it("does not follow sheets for print", async () => {
  expect(await text(".a { display: none }", body, "print")).toBe("keel and mast oar hull");
});
