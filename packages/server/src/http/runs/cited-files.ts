import type { Citation } from "@headwater/spec";

const citationFrame = /^id: \d+\nevent: citation\ndata: (.*)/;

/** The files that the events of an answer cite. Each citation is announced before the text that has its number. */
export function citedFiles(events: readonly Uint8Array[]): string[] {
  const files = new Set<string>();
  for (const event of events) {
    const [, data] =
      citationFrame.exec(Buffer.from(event.buffer, event.byteOffset, event.length).toString()) ?? [];
    if (data === undefined) continue;
    const { file_id, metadata } = JSON.parse(data) as Citation;
    for (const id of [file_id, ...(metadata?.copies ?? []).map((copy) => copy.file_id)])
      if (typeof id === "string") files.add(id);
  }
  return [...files];
}
