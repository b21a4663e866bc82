/**
 * Kilobytes that each room of the workbench sends to a browser: on a first visit, and when the same browser comes back.
 *
 *     node e2e/cold-transfer.ts
 *
 * Counted is what passes the wire, headers included. It needs Chromium and a built workbench (`npm run build`).
 */
import type { BrowserContext, Page } from "playwright-core";
import { openPage } from "./support/browser.ts";
import { sample } from "./support/documents.ts";
import { openStage } from "./support/stage.ts";
import { backends } from "./support/workbench.ts";
import { endWorker } from "./support/worker.ts";

const kinds = ["Document", "Script", "Stylesheet", "Fetch", "Font", "Image", "Other"] as const;
type Kind = (typeof kinds)[number];
type Transfer = Record<Kind, number>;

for (const backend of backends) {
  const stage = await openStage({ backend });
  try {
    const { file_id: fileId } = await stage.service.ingestAndWait(sample.name, sample.buffer);
    const rooms = ["/sources", `/sources/${fileId}`, "/ask", "/search?q=orchard", "/extract", "/flows"];
    console.log(`\n${backend}, kB: room, ${kinds.join(", ")}, all but fonts and pictures; second visit`);
    for (const room of rooms) {
      const { context } = await stage.visit();
      const first = await transferOf(context, room);
      const second = await transferOf(context, room);
      const cells = kinds.map((kind) => kilobytes(first[kind]));
      console.log(
        [room.replace(fileId, "…"), ...cells, kilobytes(withoutMedia(first)), kilobytes(sumOf(second))].join(
          "\t",
        ),
      );
      await context.close();
    }
  } finally {
    await stage.close();
  }
}
await endWorker();

/** Bytes on the wire until the network has been quiet, by kind. */
async function transferOf(context: BrowserContext, room: string): Promise<Transfer> {
  const page: Page = await context.newPage();
  const transfer = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Transfer;
  const kindOf = new Map<string, Kind>();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.responseReceived", ({ requestId, type }) =>
    kindOf.set(requestId, type === "XHR" ? "Fetch" : (kinds.find((kind) => kind === type) ?? "Other")),
  );
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    transfer[kindOf.get(requestId) ?? "Other"] += encodedDataLength;
  });
  await openPage(page, room);
  await page.waitForLoadState("networkidle");
  await page.close();
  return transfer;
}

function sumOf(transfer: Transfer): number {
  return kinds.reduce((sum, kind) => sum + transfer[kind], 0);
}

function withoutMedia(transfer: Transfer): number {
  return sumOf(transfer) - transfer.Font - transfer.Image;
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
