/** Pictures that hold all that they show: not SVG, EPS, DXF or playlists, which name other files. */
const signatures: readonly (readonly [bytes: string, at: number])[] = [
  ["89504e470d0a1a0a", 0], // PNG
  ["ffd8ff", 0], // JPEG
  ["474946383", 0], // GIF
  ["424d", 0], // BMP
  ["49492a00", 0], // TIFF, and the same with its bytes in the other order
  ["4d4d002a", 0],
  ["57454250", 8], // WebP
  ["d7cdc69a", 0], // WMF with a header of its own, and as Word stores it
  ["010009000003", 0],
  ["020009000003", 0],
  ["20454d46", 40], // EMF
  ["28000000", 0], // a bitmap without its file header
];

export const isSafePicture = (bytes: Uint8Array): boolean => {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString("hex");
  return signatures.some(([signature, at]) => start.startsWith(signature, at * 2));
};

/** Fonts come scrambled (`.odtf`) or plain; nothing in them names a file. */
export const isFontName = (name: string): boolean => /\.(?:odttf|fntdata|ttf|otf|ttc|woff2?)$/i.test(name);
