import { beginningOfMarker } from "./marker-styles.ts";

const wordJoiner = "\u2060";

/**
 * A text of a source in which no bracket passes for a marker of ours: an invisible character follows each bracket before a
 * number. The words stay as they are.
 */
export const withoutMarkers = (text: string): string =>
  text.replace(beginningOfMarker, `$&${wordJoiner}`).replace(/【(?!\u2060)/g, `$&${wordJoiner}`);

/** The text again, where a model repeated the invisible character. */
export const asInSource = (text: string): string => text.replace(/(?<=[[【［⟦〔(<{])\u2060/g, "");
