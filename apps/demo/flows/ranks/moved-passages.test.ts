import { expect, test } from "vitest";
import { movedPassages, movesInWords, moveWords } from "./moved-passages.ts";

const passage = (id: string, content = id, source = "a.md") => ({ id, content, source, page: 1, score: 0.5 });

test("a passage keeps its name when it rises, and is told from what came and went", () => {
  const moves = movedPassages(
    [passage("one"), passage("two"), passage("three"), passage("four")],
    [passage("two"), passage("one"), passage("five"), passage("four")],
  );
  expect(moves.map(moveWords)).toEqual(["2 to 1", "1 to 2", "gained 3", "stays 4", "3, lost"]);
  expect(movesInWords(moves)).toBe("1 gained, 1 lost, 2 moved");
});

test("a passage that was cut differently is the same; a like one of another source is not", () => {
  const short = passage("c-1", "Send the compressor to the depot in its crate");
  const long = passage("k-9", "Send the compressor to the depot in its crate. Attach the record.");
  expect(movedPassages([passage("x"), short], [long]).map(moveWords)).toEqual(["2 to 1", "1, lost"]);
  const elsewhere = { ...long, source: "b.md" };
  expect(movedPassages([short], [elsewhere]).map(moveWords)).toEqual(["gained 1", "1, lost"]);
});

test("one that is only alike does not take the place of the same", () => {
  const moves = movedPassages(
    [passage("a", "the same words"), passage("b", "the same words")],
    [passage("b", "the same words"), passage("a", "the same words")],
  );
  expect(moves.map(moveWords)).toEqual(["2 to 1", "1 to 2"]);
});

test("nothing moved says nothing", () => {
  expect(movesInWords(movedPassages([passage("a")], [passage("a")]))).toBe("");
});
