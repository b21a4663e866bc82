import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startServer, type TestServer } from "../testing/start-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A device whose every write fails for want of space. */
const fullDevice = "/dev/full";

it.skipIf(!existsSync(fullDevice))(
  "answers 507 when the disk is full as the sidecar of an upload is written, and keeps nothing of it",
  async () => {
    const text = "The lantern of the harbour is green.";
    await server.ingestAndWait("first.txt", "The harbour is deep.");
    const files = join(server.dataFolder, "files");
    const [projectId = ""] = (await readdir(files)).filter((name) => !name.includes("."));
    const hash = createHash("sha256").update(text).digest("hex");
    const sidecar = join(files, projectId, hash.slice(0, 2), `${hash}.json.new`);
    await mkdir(dirname(sidecar), { recursive: true });
    await symlink(fullDevice, sidecar);

    const body = new FormData();
    body.set("file", new Blob([text]), "lantern.txt");
    const headers = { authorization: `Bearer ${server.token}` };
    const upload = () => server.fetch(`${server.baseUrl}/ingest-file`, { method: "POST", body, headers });
    const response = await upload();
    expect(response.status).toBe(507);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(await response.json()).toMatchObject({ message: expect.stringContaining("no space left") });
    expect((await server.call("GET", "/")).body).toHaveLength(1);
    expect(existsSync(join(dirname(sidecar), hash))).toBe(false);

    await rm(sidecar, { force: true });
    expect((await upload()).status).toBe(200);
  },
);
