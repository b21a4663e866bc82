import { expect, test } from "vitest";
import { BlobDamagedError, BlobMissingError } from "../../ports/blob-store.ts";
import type { Held } from "../../ports/holding.ts";
import { readSetAside } from "./read-set-aside.ts";

const held = (contentHash: string): Held => ({
  ...{ projectId: "p", contentHash },
  ...{ heldAt: new Date(), place: "held" },
});

test("bytes that were set aside are put back and read, and others stay missing", async () => {
  const stored = new Map([["there", Buffer.from("text")]]);
  const aside = [held("other"), held("lost"), held("aside"), { ...held("elsewhere"), projectId: "q" }];
  const put: string[] = [];
  const { read } = readSetAside(
    {
      async read(_, contentHash) {
        const bytes = stored.get(contentHash);
        if (contentHash === "damaged") throw new BlobDamagedError("other bytes");
        if (!bytes) throw new BlobMissingError("gone");
        return bytes;
      },
    },
    {
      list: async () => aside,
      async putBack({ contentHash }) {
        put.push(contentHash);
        if (contentHash === "lost") return false;
        stored.set(contentHash, Buffer.from(`put back: ${contentHash}`));
        return true;
      },
    },
  );
  expect(await read("p", "there")).toEqual(Buffer.from("text"));
  expect(await read("p", "aside")).toEqual(Buffer.from("put back: aside"));
  for (const missing of ["lost", "never", "elsewhere"])
    await expect(read("p", missing)).rejects.toBeInstanceOf(BlobMissingError);
  await expect(read("p", "damaged")).rejects.toBeInstanceOf(BlobDamagedError);
  expect(put).toEqual(["aside", "lost"]);
});
