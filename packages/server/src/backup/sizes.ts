/** Bytes in words: `1.4 GB`, in the decimal units that disks are sold in. */
export function inWords(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}

/** Extra space for folders, journals and writes between this check and the copy. */
export const withReserve = (bytes: number): number => Math.ceil(bytes * 1.05) + 16_000_000;

/** `1 file`, `2 files`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
