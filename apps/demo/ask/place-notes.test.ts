import { expect, it } from "vitest";
import { placeNotes } from "./place-notes.ts";

it("places each note at its marker's line", () => {
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

it("moves a note down when it would overlap the previous one, and then the next ones", () => {
  const notes = [10, 20, 30].map((top) => ({ top, height: 50 }));
  expect(placeNotes(notes, 24)).toEqual([10, 84, 158]);
});

it("never places a note above the turn", () => {
  expect(placeNotes([{ top: -12, height: 50 }], 24)).toEqual([0]);
});
