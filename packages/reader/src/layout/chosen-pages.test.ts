import { expect, it } from "vitest";
import { readChosenPages } from "./chosen-pages.ts";

it("tells why a page failed, not that another one was given up", async () => {
  const source = {
    pageCount: 3,
    readPage: async (number: number) => {
      throw new Error(`The engine failed on page ${number}`);
    },
  };
  const read = await readChosenPages(
    source,
    [],
    { onProgress: () => {} },
    { pages: [1, 3], givenUpPages: [1] },
  );
  expect(read.failedPages).toEqual([1, 3]);
  expect(read.firstFailure).toEqual(new Error("The engine failed on page 3"));
});
