import { expect, it } from "vitest";
import { toUtf8 } from "./to-utf8.ts";

const latin = Buffer.from("\xfc", "latin1");

it.each([
  "text/html; charset=iso-8859-1",
  'text/html;charset = "ISO-8859-1"',
  "text/html; x=y; CHARSET=latin1; z",
])("%s is turned into UTF-8 with a mark", (contentType) => {
  expect(toUtf8(latin, contentType)).toEqual(Buffer.from("\uFEFFü"));
});

it.each(["text/html", "text/html; charset=utf-8", "text/html; charset=UTF8", "text/html; charset=unknown-1"])(
  "bytes that come as %s stay as they are",
  (contentType) => {
    expect(toUtf8(latin, contentType)).toBe(latin);
  },
);

it("bytes that are UTF-8 stay as they are, whatever the header says", () => {
  const bytes = Buffer.from("ü");
  expect(toUtf8(bytes, "text/html; charset=iso-8859-1")).toBe(bytes);
});
