/** A black square on white, 64 pixels wide: some models refuse smaller pictures. */
export const square = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAMElEQVR4nO3MQREAIAwDsPo3DRJ2O34lEZCcRxEIBLVBBgKBQCAQCP4LtgQCQU1wAUFc9Kb0ls1lAAAAAElFTkSuQmCC",
    "base64",
  ),
  width: 64,
  height: 64,
};

/** A WAV of nothing: 16 kHz, mono, 16 bits. */
export function silence(seconds: number): Uint8Array {
  const bytes = seconds * 32_000;
  const wav = Buffer.alloc(44 + bytes);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + bytes, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}
