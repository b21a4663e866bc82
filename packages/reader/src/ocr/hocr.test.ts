import { expect, it } from "vitest";
import { readHocr } from "./hocr.ts";

const page = `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><body>
 <div class='ocr_page' id='page_1' title='image "a;b.png"; bbox 0 0 500 400; ppageno 0'>
  <span class='ocr_line' title="bbox 100 50 300 80; baseline 0.1 -5; x_size 30; x_descenders 6; x_ascenders 8">
   <span class='ocrx_word' title='bbox 100 50 150 75; x_wconf 96'>Fish &amp;</span>
   <span class='ocrx_word' title='bbox 160 52 300 80; x_wconf 31'><strong>ch<em>ips</em></strong></span>
   <span class='ocrx_word' title='bbox 301 52 302 80; x_wconf 3'> </span>
  </span>
 </div>
</body></html>`;

it("reads words with their boxes, their confidence, and their line's baseline and size", () => {
  expect(readHocr(page)).toEqual([
    // The baseline starts 5 pixels above the line's lower edge, and falls by one pixel in ten.
    {
      text: "Fish &",
      left: 100,
      top: 50,
      right: 150,
      bottom: 75,
      confidence: 96,
      baseline: 75,
      letterHeight: 30,
      direction: 0,
    },
    {
      text: "chips",
      left: 160,
      top: 52,
      right: 300,
      bottom: 80,
      confidence: 31,
      baseline: 80,
      letterHeight: 30,
      direction: 0,
    },
  ]);
});

it.each([
  [90, 270],
  [180, 180],
  [270, 90],
])("reads that a line is turned by %s degrees counterclockwise", (angle, direction) => {
  const turned = readHocr(page.replace("baseline 0.1 -5", `textangle ${angle}`));
  expect(turned.map((word) => word.direction)).toEqual([direction, direction]);
});

it("reads what there is of a page that was cut off", () => {
  expect(readHocr(page.slice(0, page.indexOf("<strong>"))).map(({ text }) => text)).toEqual(["Fish &"]);
});
