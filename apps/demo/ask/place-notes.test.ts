import { expect, it } from "vitest";
import { placeNotes } from "./place-notes.ts";

it("sets each note at its marker's line", () => {
  expect(
    placeNotes(
      [
        { top: 40, height: 60 },
        { top: 200, height: 60 },
      ],
      24,
    ),
  ).toEqual([40, 200]);
});

it("pushes a note down that would stand on the one before it, and those after it in turn", () => {
  const notes = [10, 20, 30].map((top) => ({ top, height: 50 }));
  expect(placeNotes(notes, 24)).toEqual([10, 84, 158]);
});

it("never sets a note above the turn", () => {
  expect(placeNotes([{ top: -12, height: 50 }], 24)).toEqual([0]);
});
