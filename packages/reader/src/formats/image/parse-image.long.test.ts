import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { drawnTable, tableHtml } from "../../../testing/fixtures/drawn-table.ts";
import {
  expectHarbourPage,
  harbourPage,
  harbourSize,
  readPicture,
} from "../../../testing/fixtures/harbour-page.ts";
import { scan } from "../../../testing/fixtures/picture.ts";
import { createDocumentReader } from "../../read-document.ts";

describe("text in images", () => {
  it("is read where the page was skewed by the scanner", async () => {
    const skewed = await sharp(await harbourPage())
      .rotate(2.5, { background: "white" })
      .png()
      .toBuffer();
    const { elements } = await readPicture(skewed);
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
  });

  it.each([90, 180, 270])("is read where the picture is turned by %s degrees", async (turn) => {
    const { elements } = await readPicture(
      await sharp(await harbourPage())
        .rotate(turn)
        .png()
        .toBuffer(),
    );
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
    // The box lies where the picture shows the title.
    const { left = 0, top = 0, width = 0, height = 0 } = elements[0]?.boundingBox ?? {};
    const [longer, shorter] = turn === 180 ? [width, height] : [height, width];
    expect(longer).toBeGreaterThan(4 * shorter);
    // The middle of the title in the picture before it was turned, in pixels.
    const [x, y] = [515, 238];
    const [middleX = 0, middleY = 0] =
      {
        90: [harbourSize.height - y, x],
        180: [harbourSize.width - x, harbourSize.height - y],
        270: [y, harbourSize.width - x],
      }[turn] ?? [];
    expect(left < middleX && middleX < left + width && top < middleY && middleY < top + height).toBe(true);
  });

  it("is read of each page of a TIFF", async () => {
    const pages = await Promise.all(
      ["First sheet of the log", "Second sheet of the log"].map((text) =>
        scan([{ text, x: 72, y: 100, size: 24 }], harbourSize.height),
      ),
    );
    const tiff = await sharp(pages, { join: { animated: true } })
      .tiff()
      .toBuffer();
    const { elements, totals } = await readPicture(tiff, { fileName: "log.tiff" });
    expect(elements.map(({ text, pageNumber }) => [pageNumber, text])).toEqual([
      [1, "First sheet of the log"],
      [2, "Second sheet of the log"],
    ]);
    expect(totals).toMatchObject({ totalPages: 2 });
  });

  it.each([
    ["with lines", undefined, 0],
    ["with a shaded head", [0.55, 0.65, 0.85] as [number, number, number], 0],
    ["skewed", undefined, 2],
  ])("is a table where a table is drawn, %s", async (_name, shade, turned) => {
    const picture = await sharp(await scan(drawnTable(shade)))
      .rotate(turned, { background: "white" })
      .png()
      .toBuffer();
    const { elements } = await readPicture(picture, { method: "accurate" });
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  });

  it("is read where a pack is missing that it does not need", async () => {
    expectHarbourPage(
      await readPicture(await harbourPage(), {
        reader: createDocumentReader({ ocr: { languages: ["eng", "tlh"] } }),
      }),
    );
  });

  it("keeps text apart that runs up the margin", async () => {
    const { elements } = await readPicture(
      await scan([
        ...Array.from({ length: 14 }, (_, row) => ({
          text: "Boats longer than twelve metres report to the harbour master",
          x: 110,
          y: 100 + row * 20,
          size: 13,
        })),
        { text: "Printed in June 2021 for the pier", x: 60, y: 370, size: 16, turn: -90 },
      ]),
    );
    const [sideways, ...others] = elements.toReversed();
    expect(sideways).toMatchObject({ type: "UncategorizedText", text: "Printed in June 2021 for the pier" });
    expect(others.map(({ text }) => text).join(" ")).not.toMatch(/Printed|2021|pier/);
  });
});

needs("tesseract")("an installed Tesseract", () => {
  const installed = createDocumentReader({ ocr: { recogniser: false } });

  // The built-in engine has all three: the picture is turned before an engine gets it.
  it("reads a picture that is turned by 90 degrees", async () => {
    const turned = await sharp(await harbourPage())
      .rotate(90)
      .png()
      .toBuffer();
    const { elements } = await readPicture(turned, { reader: installed });
    expect(elements.map(({ text }) => text).join(" ")).toMatch(
      /^Harbour Regulations Boats longer than twelve metres report to the harbour master before they enter/,
    );
  });

  it("reads digits that stand alone in their cells", async () => {
    const { elements } = await readPicture(await scan(drawnTable()), { reader: installed });
    expect(elements.map(({ type, html }) => [type, html])).toEqual([["Table", tableHtml]]);
  });
});
