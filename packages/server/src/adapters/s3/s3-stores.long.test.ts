import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, request as forward } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeBlobStore } from "../../../testing/contracts/blob-store.contract.ts";
import { collect, createdAt } from "../../../testing/contracts/examples.ts";
import { createManualClock } from "../../../testing/contracts/open-stores.ts";
import { needsS3, type S3Server, startS3 } from "../../../testing/s3-server.ts";
import { newId } from "../../kernel/ids.ts";
import { BlobMissingError } from "../../ports/blob-store.ts";
import { type Sidecar, SidecarUnreadableError } from "../../ports/sidecar-store.ts";
import { openStagedFiles } from "../filesystem/staged-files.ts";
import type { Bucket } from "./bucket.ts";
import { FileRefusedError, FilesUnavailableError } from "./files-outage.ts";
import { type BucketOptions, openBucket } from "./open-bucket.ts";
import { parseS3Address } from "./s3-address.ts";
import { blobKey, createS3BlobStore } from "./s3-blob-store.ts";
import { createS3Holding } from "./s3-holding.ts";
import { createS3SidecarStore, sidecarKey } from "./s3-sidecar-store.ts";
import { markS3Folder } from "./s3-store-mark.ts";

needsS3("bytes on S3", () => {
  let server: S3Server;
  let root: string;
  let bucketAddress: string;
  let bucket: Bucket;
  const open = (address: string, options?: BucketOptions) =>
    openBucket(
      parseS3Address(address),
      {
        accessKeyId: server.keys.AWS_ACCESS_KEY_ID,
        secretAccessKey: server.keys.AWS_SECRET_ACCESS_KEY,
      },
      options,
    );
  const named = (key: string) => ({ Bucket: parseS3Address(bucketAddress).bucket, Key: `docs/${key}` });

  beforeAll(async () => {
    server = await startS3();
    root = await mkdtemp(join(tmpdir(), "headwater-s3-test-"));
  });
  afterAll(async () => {
    await server?.stop();
    await rm(root, { recursive: true });
  });
  beforeEach(async () => {
    bucketAddress = await server.createBucket();
    // Small parts and pages, so that little is enough for several of them. S3 takes no smaller parts.
    bucket = await open(bucketAddress, { partBytes: 5 * 1024 * 1024, pageSize: 2 });
  });

  const uploads = async () => {
    const { Uploads = [] } = await server.client.send(
      new ListMultipartUploadsCommand({ Bucket: named("").Bucket }),
    );
    return Uploads.length;
  };
  const openStore = async () => createS3BlobStore(bucket, await openStagedFiles(join(root, "staging")));
  async function* streamOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
    for (const part of parts) yield Buffer.from(part);
  }

  describeBlobStore("S3", async () => ({
    store: await openStore(),
    openAgain: openStore,
    damage: async (projectId, hash, bytes) => {
      const key = `files/${projectId}/${hash.slice(0, 2)}/${hash}`;
      await server.client.send(new PutObjectCommand({ ...named(key), Body: bytes }));
    },
    close: async () => bucket.close(),
  }));

  describe("in parts", () => {
    const projectId = newId();
    const large = randomBytes(11 * 1024 * 1024);

    it("stores a large file whole, and leaves neither an unfinished upload nor a file behind", async () => {
      const store = await openStore();
      const staged = await store.stage(streamOf(large), large.length);
      await store.commit(projectId, staged);
      expect(Buffer.from(await store.read(projectId, staged.contentHash)).equals(large)).toBe(true);
      expect(await uploads()).toBe(0);
      expect(await readdir(join(root, "staging"))).toEqual([]);
    });

    it("takes back what went up when it can't be finished, and keeps nothing of it", async () => {
      // S3 refuses to join parts as small as these.
      bucket = await open(bucketAddress, { partBytes: 1024 * 1024 });
      const store = await openStore();
      const staged = await store.stage(streamOf(large), large.length);
      await expect(store.commit(projectId, staged)).rejects.toThrow("smaller than the minimum");
      expect(await uploads()).toBe(0);
      await expect(store.size(projectId, staged.contentHash)).rejects.toThrow(BlobMissingError);
      expect(await readdir(join(root, "staging"))).toEqual([]);
    });

    it("aborts what a crash has left unfinished once it is old, page by page, and nothing of other prefixes", async () => {
      const begin = (key: string) => server.client.send(new CreateMultipartUploadCommand(named(key)));
      for (const key of ["files/a", "files/b", "files/c"]) await begin(key);
      await server.client.send(
        new CreateMultipartUploadCommand({ Bucket: named("").Bucket, Key: "elsewhere/files/a" }),
      );
      expect(await bucket.abortUploads(100 * 365 * 86_400_000)).toBe(0);
      expect(await bucket.abortUploads(-60_000)).toBe(3);
      expect(await uploads()).toBe(1);
    });
  });

  it("lets the first writer win where it is asked to, and replaces otherwise", async () => {
    expect(await bucket.put("files/store.json", Buffer.from("first"), { ifAbsent: true })).toBe(true);
    expect(await bucket.put("files/store.json", Buffer.from("second"), { ifAbsent: true })).toBe(false);
    expect(await bucket.size("files/store.json")).toBe(5);
    expect(await bucket.put("files/store.json", Buffer.from("replaced"))).toBe(true);
    expect(await bucket.size("files/store.json")).toBe(8);
  });

  it("asks the server to encrypt as the address says, what is copied too", async () => {
    const encrypting = await open(`${bucketAddress}&encryption=AES256`);
    await encrypting.put("files/a", Buffer.from("a"));
    await encrypting.copy("files/a", "files/b");
    const asked = server.sent().match(/PUT \S+files\/[ab]|^x-amz-server-side-encryption: AES256/gm);
    expect(asked).toHaveLength(4);
  });

  it("tells the refusal of one object from that of all", async () => {
    const refused = new Set<string>();
    const proxy = createServer((request, response) => {
      if ([...refused].some((part) => request.url?.includes(part))) {
        response.writeHead(403).end("<Error><Code>AccessDenied</Code><Message>Denied</Message></Error>");
        return;
      }
      const { method, headers, url: path } = request;
      const sent = forward({ host: "127.0.0.1", port: server.port, method, headers, path }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(sent);
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const { port } = proxy.address() as AddressInfo;
    const behind = await open(bucketAddress.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`));
    const store = createS3BlobStore(behind, await openStagedFiles(join(root, "staging")));
    const [projectId, storeId] = [newId(), newId()];
    await markS3Folder(behind, "files", storeId);
    const staged = await store.stage(streamOf("kept"), 4);
    await store.commit(projectId, staged);

    refused.add(staged.contentHash);
    await expect(store.read(projectId, staged.contentHash)).rejects.toBeInstanceOf(FileRefusedError);
    await expect(store.size(projectId, staged.contentHash)).rejects.toBeInstanceOf(FileRefusedError);
    refused.add("/docs/");
    await expect(store.read(projectId, staged.contentHash)).rejects.toBeInstanceOf(FilesUnavailableError);
    refused.clear();
    expect(String(await store.read(projectId, staged.contentHash))).toBe("kept");
    behind.close();
    proxy.closeAllConnections();
    proxy.close();
  });

  it("never takes an outage or a missing bucket for missing bytes", async () => {
    const elsewhere = await open(bucketAddress.replace("case-", "nocase-"));
    await expect(elsewhere.size("files/a")).rejects.toThrow(FilesUnavailableError);
    await expect(elsewhere.get("files/a")).rejects.toThrow("NoSuchBucket");
    await server.cut();
    await expect(bucket.size("files/a")).rejects.toThrow(FilesUnavailableError);
    await expect(bucket.get("files/a")).rejects.toThrow("ECONNREFUSED");
    await server.mend();
    expect(await bucket.size("files/a")).toBeNull();
  });

  describe("sidecars", () => {
    const contentHash = "ab".repeat(32);
    const sidecarOf = (projectId = newId()): Sidecar => ({
      storeId: newId(),
      project: { projectId, name: 'legal "Ü"', createdAt },
      contentHash,
      size: 12,
      sources: [
        {
          fileId: newId(),
          fileName: "Bericht\u2028.pdf",
          fileType: "pdf",
          fileSource: "local file",
          method: "auto",
          tags: ["Verträge", "2026"],
          createdAt,
        },
      ],
    });

    it("are read as written, written only when they change, and listed over several pages", async () => {
      const store = createS3SidecarStore(bucket);
      const sidecars = [sidecarOf(), sidecarOf(), sidecarOf()];
      for (const sidecar of sidecars) expect(await store.write(sidecar)).toBe(true);
      const [sidecar = sidecarOf()] = sidecars;
      const { projectId } = sidecar.project;
      expect(await store.read(projectId, contentHash)).toEqual(sidecar);
      expect(await store.write(sidecar)).toBe(false);
      expect(await store.write({ ...sidecar, size: 13 })).toBe(true);
      const listed = await collect(store.listWritten());
      expect(listed.map((each) => each.projectId).sort()).toEqual(
        sidecars.map(({ project }) => project.projectId).sort(),
      );
      expect(Math.abs((listed[0]?.writtenAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      await store.remove(projectId, contentHash);
      await store.remove(projectId, contentHash);
      expect(await store.read(projectId, contentHash)).toBeNull();
      expect(await collect(store.list())).toHaveLength(2);
    });

    it("are not trusted beside bytes that they do not describe", async () => {
      const store = createS3SidecarStore(bucket);
      const [sidecar, projectId] = [sidecarOf(), newId()];
      await store.write(sidecar);
      await bucket.copy(
        sidecarKey({ projectId: sidecar.project.projectId, contentHash }),
        sidecarKey({ projectId, contentHash }),
      );
      await expect(store.read(projectId, contentHash)).rejects.toThrow(SidecarUnreadableError);
    });
  });

  describe("what is set aside", () => {
    const content = { projectId: newId(), contentHash: "cd".repeat(32) };
    const [blob, sidecar] = [blobKey(content), sidecarKey(content)];
    const keysIn = async (prefix: string) => (await collect(bucket.list(prefix))).map(({ key }) => key);
    const setAside = async () => {
      const [storeId, clock] = [newId(), createManualClock()];
      const holding = createS3Holding(bucket, { storeId, clock });
      await bucket.put(blob, Buffer.from("bytes"));
      await bucket.put(sidecar, Buffer.from("whose"));
      return { storeId, holding, held: await holding.setAside(content) };
    };

    it("lies with its sidecar below holding/, and its bytes can be put back", async () => {
      const { holding, held } = await setAside();
      expect(await keysIn("files/")).toEqual([]);
      expect(await keysIn(held.place)).toEqual([
        `${held.place}/${content.contentHash}`,
        `${held.place}/${content.contentHash}.json`,
      ]);
      expect(await holding.list()).toEqual([held]);
      expect(await holding.putBack(held)).toBe(true);
      expect(await keysIn("files/")).toEqual([blob]);
      expect(await holding.list()).toEqual([]);
      expect(await holding.putBack(held)).toBe(false);
    });

    it("goes once it is older than asked for, and never while another store owns the folder", async () => {
      const { storeId, holding, held } = await setAside();
      const later = new Date(held.heldAt.getTime() + 1);
      expect(await holding.sweep(held.heldAt)).toEqual([]);
      await bucket.put("holding/store.json", Buffer.from(JSON.stringify({ store_id: newId() })));
      expect(await holding.sweep(later)).toEqual([]);
      await expect(holding.setAside(content)).rejects.toThrow("files of another store");
      await bucket.remove("holding/store.json");
      expect(await markS3Folder(bucket, "holding", storeId)).toBe(true);
      expect(await holding.sweep(later)).toEqual([held]);
      expect(await keysIn("holding/")).toEqual(["holding/store.json"]);
    });
  });
});
