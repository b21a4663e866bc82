import { expect, it } from "vitest";
import { makePdf, type PdfOptions, type PdfPageContent } from "../../../testing/fixtures/pdf.ts";
import { createOpenOcr } from "../../ocr/open-ocr.ts";
import { createPdfReader } from "../../pdfium/pdf-reader.ts";
import { createPdfParser } from "./parse-pdf.ts";

const parser = createPdfParser(createPdfReader(), createOpenOcr({ command: null }));

async function read(page: Partial<PdfPageContent>, options: PdfOptions = {}) {
  const bytes = makePdf(
    [{ items: [{ text: "Please wait for the viewer.", x: 72, y: 100 }], ...page }],
    options,
  );
  const { elements, message } = await parser(
    { bytes, fileName: "a.pdf", extension: "pdf" },
    { onProgress() {} },
  );
  return { texts: elements.map(({ text }) => text), message, elements };
}

it("names the files inside of a PDF, those of the document and those on its pages", async () => {
  expect((await read({ pins: ["plan.png"] }, { attachments: ["lease.pdf", "rates.csv"] })).message).toBe(
    "The attached files lease.pdf, rates.csv, plan.png were not read",
  );
  expect((await read({ pins: ["plan.png"] })).message).toBe("The attached file plan.png was not read");
  expect((await read({})).message).toBeNull();
});

const form = (values: string) =>
  `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="f"><field name="Name"><caption><value><text>Applicant name:</text></value></caption></field></subform></template><xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><f>${values}</f></xfa:data></xfa:datasets></xdp:xdp>`;

it("gives the values of a form that only its XML shows, with the captions of their fields", async () => {
  const xmlForm = form("<Name>Ada Lovelace</Name><Grant><Amount>1250.00</Amount><Note/></Grant>");
  const { texts, elements, message } = await read({}, { xmlForm });
  expect(texts).toEqual(["Applicant name: Ada Lovelace", "Amount: 1250.00"]);
  expect(elements[1]?.metadata).toEqual({ field: "f.Grant.Amount" });
  expect(message).toMatch(/^This PDF is an XFA form/);
});

it("gives them also where the file does not say so, but its page sends readers to another viewer", async () => {
  const xmlForm = form("<Name>Ada Lovelace</Name>");
  const items = [{ text: "Please wait. Get the newest Adobe Reader to see this document.", x: 72, y: 100 }];
  expect((await read({ items }, { xmlForm, isStatic: true })).texts).toEqual([
    "Applicant name: Ada Lovelace",
  ]);
});

it("adds them to a page that shows none of them, whatever it says, and says so", async () => {
  const xmlForm = form("<Name>Ada Lovelace</Name>");
  const { texts, message } = await read({}, { xmlForm, isStatic: true });
  expect(texts).toEqual(["Please wait for the viewer.", "Applicant name: Ada Lovelace"]);
  expect(message).toMatch(/^This PDF is an XFA form/);
  const items = [{ text: "Name of the applicant: Ada Lovelace", x: 72, y: 100 }];
  expect(await read({ items }, { xmlForm, isStatic: true })).toMatchObject({
    texts: ["Name of the applicant: Ada Lovelace"],
    message: null,
  });
});

it("refuses such a form without values, with the reason", async () => {
  await expect(read({}, { xmlForm: form("<Name/>") })).rejects.toThrow(
    "This PDF is an XFA form without filled fields",
  );
});

it("reads stamps that are shown", async () => {
  const place = { x: 300, y: 300, width: 120, height: 20 };
  const { texts } = await read({
    stamps: [
      { text: "APPROVED 3 MAY", ...place },
      { text: "Draft of April", ...place, y: 400, hidden: true },
    ],
  });
  expect(texts).toEqual(["Please wait for the viewer.", "APPROVED 3 MAY"]);
});
