const bullet = /^([•‣⁃∙●○◦▪▫■□▶►◆◇❖➢➤➔→✓✔☐☑☒❑❒✗✘·–—*-]|o(?= ))(\s+|$)/u;
const stuckBullet = /^([•‣●○◦▪▫■□▶►◆❖➢➤✓✔☐☑☒❑❒])(?=\S)/u;
const number = /^(\(?(?:\d{1,3}|[a-zA-Z]|[ivxlIVXL]{1,5})[.)]|\[\d{1,3}\]|\d{1,2}\))(\s+|$)/u;

/** A sign that a font draws without saying what it is. At the start of a line it is a bullet. */
const unnamed = /^([\ufffd\ue000-\uf8ff\u{f0000}-\u{10ffff}])(\s+|$)/u;
const dashed = /^[-–—]\s.*\s[-–—]$/u;

/** "- Ada Lovelace -": dashes on both sides are not bullets. */
export const isDashed = (line: string): boolean => dashed.test(line);

export type ListMarker = { marker: string; ordered: boolean; length: number };

/**
 * The bullet or number that a list item starts with, and its length in the text. `alone` means that the text is only
 * the marker.
 */
export function listMarker(text: string, alone = false): ListMarker | null {
  if (isDashed(text)) return null;
  const bulleted = bullet.exec(text) ?? stuckBullet.exec(text) ?? unnamed.exec(text);
  const numbered = bulleted ? null : number.exec(text);
  const match = bulleted ?? numbered;
  const marker = match?.[1];
  if (!match || marker === undefined) return null;
  if (alone !== (match[0].trim().length === text.trim().length)) return null;
  return { marker: unnamed.test(marker) ? "•" : marker, ordered: bulleted === null, length: match[0].length };
}
