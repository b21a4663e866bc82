"use client";

import { type RefObject, useLayoutEffect } from "react";
import { placeNotes } from "./place-notes.ts";

/** Space between two sidenotes. */
const gap = 24;
/** Space of an open note above its first line, so that opening it does not move the line. */
const openPadding = 12;
/**
 * Distance from the middle of a superior figure up to the top of its note, which aligns the first line with the text.
 */
const figureToNoteOffset = 7;
const besideText = "(min-width: 721px)";

/**
 * Places each sidenote of a turn beside its marker's line, and moves it down when it would overlap the previous one.
 * Repeats this when anything in the turn changes its size. Below 720 px notes are inside the text, and this does
 * nothing.
 */
export function useNoteLayout(turn: RefObject<HTMLElement | null>, changes: unknown): void {
  useLayoutEffect(() => {
    const element = turn.current;
    if (!element) return;
    const notes = [...element.querySelectorAll<HTMLElement>("[data-note]")];
    const place = () => layOut(element, notes);
    place();
    let frame = 0;
    // In the next frame, because it changes the height of the turn: within this one browsers report a loop as an error.
    const observer = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    });
    for (const each of [element, ...notes]) observer.observe(each);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [turn, changes]);
}

function layOut(turn: HTMLElement, notes: readonly HTMLElement[]): void {
  // With a page beside the answers there is no margin: notes fold under their paragraphs.
  const beside = matchMedia(besideText).matches && !turn.closest(".is-beside");
  const origin = turn.getBoundingClientRect().top;
  const text = turn.querySelector("[data-answer]")?.getBoundingClientRect().top ?? origin;
  const wanted = notes.map((note) => {
    const marker = turn.querySelector(`[data-figure="${note.dataset.note}"]`)?.getBoundingClientRect();
    const line = marker ? marker.top + marker.height / 2 - figureToNoteOffset : text;
    const padding = note.dataset.open === undefined ? 0 : openPadding;
    return { top: line - origin - padding, height: note.offsetHeight };
  });
  const tops = beside ? placeNotes(wanted, gap) : [];
  let end = 0;
  for (const [index, note] of notes.entries()) {
    const top = tops[index];
    note.style.top = top === undefined ? "" : `${top}px`;
    end = (top ?? 0) + (wanted[index]?.height ?? 0);
  }
  turn.style.minHeight = beside && end > 0 ? `${end}px` : "";
}
