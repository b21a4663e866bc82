import { expect, it } from "vitest";
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
