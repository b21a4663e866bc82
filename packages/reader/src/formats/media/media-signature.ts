/**
 * The extension that recordings with such a first part have; undefined when the bytes begin as none of them. MP3 without a
 * tag in front has no signature worth the name.
 */
export function mediaExtension(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString("latin1");
  if (/^RIFF[\s\S]{4}WAVE/.test(start) || /^RF64[\s\S]{4}WAVE/.test(start)) return "wav";
  if (/^RIFF[\s\S]{4}AVI /.test(start)) return "avi";
  if (start.startsWith("fLaC")) return "flac";
  if (start.startsWith("OggS\0")) return "ogg";
  if (start.startsWith("\x1aE\xdf\xa3")) return start.includes("webm") ? "webm" : "mkv";
  // Version 2, 3 or 4 of the tag, as a byte.
  if (start.startsWith("ID3") && [2, 3, 4].includes(bytes[3] ?? 0)) return "mp3";
  const brand = /^[\s\S]{4}ftyp(.{4})/.exec(start)?.[1];
  if (brand === undefined) return /^[\s\S]{4}(?:moov|mdat|wide)/.test(start) ? "mov" : undefined;
  // Pictures have the same container: HEIC, AVIF.
  if (/^(?:hei|hev|mif1|msf1|avi[fs])/.test(brand)) return undefined;
  return brand === "qt  " ? "mov" : /^M4[ABP] $/.test(brand) ? "m4a" : "mp4";
}
