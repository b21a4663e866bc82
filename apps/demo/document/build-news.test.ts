import { expect, it } from "vitest";
import { buildNews } from "./build-news.ts";

it.each([
  "Source processed successfully",
  "Source processed successfully, 1 page could not be parsed",
  "Source processed successfully, 12 pages could not be parsed.",
  null,
])("keeps to itself what the workbench says already: %j", (message) => {
  expect(buildNews(message)).toBe("");
});

it("passes on what only the service knows", () => {
  expect(buildNews(" The text is that of its subtitles. ")).toBe("The text is that of its subtitles.");
});
