import { expect, it, vi } from "vitest";
import { redHeic } from "../../../testing/fixtures/heic.ts";
import { openPictures } from "./open-pictures.ts";

it("opens pictures of the brands that the library does not list", async () => {
  for (const brand of ["heim", "heis"]) {
    const bytes = new Uint8Array(redHeic);
    bytes.set(Buffer.from(brand), 8);
    expect(await (await openPictures(bytes)).read(1)).toMatchObject({ width: 64, height: 48 });
  }
});

it("prints nothing about a damaged file, and leaves the console as it was", async () => {
  const log = vi.spyOn(console, "log").mockReturnValue();
  try {
    const printed = console.log;
    const cut = new Uint8Array(redHeic.subarray(0, 120));
    await expect(openPictures(cut)).rejects.toThrow(/^This image is damaged/);
    const worn = new Uint8Array(redHeic).fill(0, redHeic.length - 60);
    await openPictures(worn).then(
      (pictures) => pictures.read(1),
      () => null,
    );
    expect(log).not.toHaveBeenCalled();
    console.log("Of other code");
    expect(log).toHaveBeenCalledOnce();
    await expect(openPictures(cut)).rejects.toThrow();
    expect(console.log).toBe(printed);
  } finally {
    log.mockRestore();
  }
});
