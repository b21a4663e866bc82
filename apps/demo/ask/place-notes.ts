export type WantedNote = {
  /** Where the first line of the note should be, in px from the top of the turn. */
  top: number;
  height: number;
};

/**
 * Computes the tops of sidenotes in px. Each note is at its marker's line, or lower when the previous note still needs
 * the space. Notes keep the order of their markers.
 */
export function placeNotes(notes: readonly WantedNote[], gap: number): number[] {
  let free = 0;
  return notes.map(({ top, height }) => {
    const placed = Math.max(free, Math.round(top));
    free = placed + height + gap;
    return placed;
  });
}
