import { describe, expect, it } from "vitest";
import { AcquireError } from "./acquire.ts";
import { documentType } from "./document-type.ts";

it.each([
  ["audio/mpeg", "https://a.example/talk", "mp3"],
  ["audio/mp3; x=y", "https://a.example/talk", "mp3"],
  ["audio/x-wav", "https://a.example/talk", "wav"],
  ["audio/x-m4a", "https://a.example/talk", "m4a"],
  ["application/ogg", "https://a.example/talk", "ogg"],
  ["audio/webm", "https://a.example/talk", "webm"],
  ["video/x-m4v", "https://a.example/film", "mp4"],
  ["video/avi", "https://a.example/film", "avi"],
  ["application/octet-stream", "https://a.example/film.MKV?x=1", "mkv"],
])("%s at %s is read as %s", (contentType, url, extension) => {
  const bytes = Buffer.from([0, 1, 2, 3]);
  expect(documentType({ url, bytes, contentType, contentDisposition: "" })).toBe(extension);
});

describe("what a resource is read as", () => {
  const at = "https://a.example";
  const typeOf = (
    url: string,
    contentType: string,
    body: string | number[] = "text",
    contentDisposition = "",
  ) => documentType({ url, bytes: Buffer.from(body as string), contentType, contentDisposition });

  it("is decided by the signature, then by the media type, then by the name", () => {
    expect(typeOf(`${at}/a.html`, "text/html", "%PDF-1.7")).toBe("pdf");
    expect(typeOf(`${at}/a.html`, "text/html", "x%PDF-1.7")).toBe("html");
    expect(typeOf(`${at}/a.txt`, "text/plain", [0x89, 0x50, 0x4e, 0x47])).toBe("png");
    expect(typeOf(`${at}/a.txt`, "text/plain", [0xff, 0xd8, 0xff])).toBe("jpg");
    expect(typeOf(`${at}/a.pdf`, " Text/HTML ; charset=x")).toBe("html");
    expect(typeOf(`${at}/a.pdf`, "application/octet-stream")).toBe("pdf");
  });

  it.each(["", "application/octet-stream", "binary/octet-stream", "application/download"])(
    "is decided by the name where the media type is '%s'",
    (contentType) => {
      expect(typeOf(`${at}/a.csv`, contentType)).toBe("csv");
      expect(typeOf(`${at}/a`, contentType, " <!DOCTYPE html>")).toBe("html");
      expect(() => typeOf(`${at}/a`, contentType)).toThrow(AcquireError);
      expect(() => typeOf(`${at}/a.exe`, contentType, "<html>")).toThrow(/a file of .*which can't be read/);
    },
  );

  it.each(["<html>", "<head>", "<BODY>", "<!-- x -->", "\n <!doctype HTML>"])("is a page by %s", (body) => {
    expect(typeOf(`${at}/a`, "", body)).toBe("html");
  });

  it("is a text by the name where all texts are sent as plain ones", () => {
    expect(typeOf(`${at}/a.md`, "text/plain")).toBe("md");
    expect(typeOf(`${at}/a.pdf`, "text/plain")).toBe("txt");
    expect(typeOf(`${at}/a`, "text/plain", "<html>")).toBe("txt");
  });

  it("is of several extensions of a media type the one that the address names", () => {
    expect(typeOf(`${at}/a.markdown`, "text/markdown")).toBe(typeOf(`${at}/a.md`, "text/markdown"));
    expect(typeOf(`${at}/a`, "text/x-markdown")).toBe("md");
  });

  it.each([
    ['attachment; filename="a.pdf"', "pdf"],
    ["attachment; filename=a.csv; size=3", "csv"],
    ["attachment; filename=\"a.txt\"; filename*=UTF-8''b.docx", "docx"],
    ['attachment; filename="a \\" b.pdf"', "pdf"],
    ["attachment; FILENAME = a.md", "md"],
  ])("is named by %s before its address", (disposition, extension) => {
    expect(typeOf(`${at}/a.html`, "", "text", disposition)).toBe(extension);
  });

  it("is refused with its kind and the types that can be read", () => {
    expect(() => typeOf(`${at}/a`, "Application/X-Unknown; q=1")).toThrow(
      /^https:\/\/a\.example\/a is a file of application\/x-unknown, which can't be read\. Types that can: .*\bpdf, /,
    );
    expect(() => typeOf(`${at}/a.exe`, "")).toThrow("is a file of .exe, which can't be read");
    expect(() => typeOf(`${at}/a`, "")).toThrow("is a file of an unknown type, which can't be read");
    expect(() => typeOf("no address", "")).toThrow("no address is a file of an unknown type");
  });
});
