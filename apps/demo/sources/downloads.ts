import type { Source } from "@headwater/client";

/** What was fetched from an address has no original file. */
export const hasOriginal = ({ file_source }: Pick<Source, "file_source">): boolean =>
  file_source === "local file";

/** A browser drops what is begun beyond these at one time, without a word. */
const atOnce = 10;
const pauseMs = 1_000;

/** Makes the browser download files, as if each link had been pressed, a few at a time. It may ask whether it should. */
export async function download(files: readonly { address: string; name: string }[]): Promise<void> {
  for (const [index, { address, name }] of files.entries()) {
    if (index > 0 && index % atOnce === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const link = document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
  }
}
