import { parentPort } from "node:worker_threads";
import { elementTypes } from "@headwater/spec";
import { parserForContent } from "../../src/formats.ts";
import { ParseError } from "../../src/parse-error.ts";
import type { ParseAnswer, ParseOrder } from "./parse-thread.ts";

const pdfReader = async () => {
  throw new Error("no PDF is read here");
};
const openOcr = async () => {
  throw new Error("no picture is read here");
};

/** Parses. Returns what is wrong with the result: null for well-formed elements and for a ParseError that explains itself. */
async function faultOf({ bytes, extension }: ParseOrder): Promise<string | null> {
  const parse = await parserForContent(extension)?.({ pdfReader, openOcr, media: {} });
  if (!parse) return `There is no parser for .${extension}`;
  try {
    const input = { bytes, fileName: `x.${extension}`, extension };
    const document = await parse(input, { onProgress: () => undefined });
    for (const { type, text, pageNumber, html = "" } of document.elements) {
      if (!elementTypes.includes(type)) return `type ${type}`;
      if (text !== text.normalize("NFC")) return `text is not normalized: ${JSON.stringify(text)}`;
      if (/(?![\t\n])\p{Cc}/u.test(text)) return `text with control characters: ${JSON.stringify(text)}`;
      if (!(pageNumber >= 1)) return `page ${pageNumber}`;
      // Only our own few tags, and no attributes except spans.
      const rest = html.replace(/<\/?(?:table|thead|tbody|tr|td|th|br)(?: (?:col|row)span="\d+")*>/g, "");
      if (/[<>]/.test(rest)) return `html: ${html}`;
    }
    return null;
  } catch (error) {
    if (!(error instanceof ParseError)) return error instanceof Error ? (error.stack ?? "") : String(error);
    return /^[A-Z].*\.$/s.test(error.message) ? null : `message: ${error.message}`;
  }
}

parentPort?.on("message", async (order: ParseOrder) => {
  parentPort?.postMessage({ fault: await faultOf(order) } satisfies ParseAnswer);
});
