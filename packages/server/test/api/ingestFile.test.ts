import { request } from "node:http";
import { readableExtensions } from "@headwater/reader";
import { allowedExtensions } from "@headwater/spec";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";

const MB = 1024 * 1024;

describe("ingestFile", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  const post = async (form: FormData | string, headers: Record<string, string> = {}) => {
    const response = await server.fetch(`${server.baseUrl}/ingest-file`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, ...headers },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const formWith = (name: string, content = "Some text.", fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set("file", new Blob([content]), name);
    return form;
  };

  /** A raw upload, for requests that no ordinary client sends. */
  const raw = (headers: Record<string, string | number>, body: Buffer | string) =>
    new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
      const outgoing = request(`${server.baseUrl}/ingest-file`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.token}`, ...headers },
      });
      outgoing.on("response", (incoming) => {
        let text = "";
        incoming.on("data", (part) => {
          text += part;
        });
        incoming.on("end", () => resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }));
      });
      outgoing.on("error", reject);
      outgoing.end(body);
    });

  it("answers at once with the id of a build", async () => {
    const { status, body } = await post(formWith("letter.txt"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ build_id: expect.any(String), success: true, error: null });
    const build = await server.waitFor(String(body.build_id));
    expect(build).toMatchObject({
      status: "Completed",
      success: true,
      file_name: "letter.txt",
      method: "auto",
    });
  });

  it("takes the method before or after the file, and its deprecated names", async () => {
    const { body } = await post(formWith("letter.txt", "Text.", { method: "vlm" }));
    const build = await server.waitFor(String(body.build_id));
    expect(build.method).toBe("agentic");
    expect(build.message).toMatch(/HEADWATER_VISION_MODEL/);
  });

  it("refuses a method that does not exist, keeping nothing", async () => {
    const before = (await server.call<unknown[]>("GET", "/")).body.length;
    const inherited = await post(formWith("letter.txt", "Text.", { method: "constructor" }));
    expect(inherited.status).toBe(400);
    const { status, body } = await post(formWith("letter.txt", "Text.", { method: "magic" }));
    expect(status).toBe(400);
    expect(body.detail).toMatch(/method must be one of auto, fast/);
    expect((await server.call<unknown[]>("GET", "/")).body).toHaveLength(before);
  });

  it("keeps only the name of a path, and names in any script", async () => {
    const { body } = await post(formWith("../../etc/Bericht für 東京.txt"));
    const build = await server.waitFor(String(body.build_id));
    expect(build.file_name).toBe("Bericht für 東京.txt");
  });

  it("400: an extension outside the contract, with the list", async () => {
    const { status, body } = await post(formWith("setup.EXE"));
    expect(status).toBe(400);
    expect(body.detail).toMatch(/^File type 'exe' is not supported\. Allowed types: pdf, doc, docx, .*webm$/);
    expect(body.message).toBe(body.detail);
  });

  it("every extension of the contract is read", () => {
    expect(allowedExtensions.filter((extension) => !readableExtensions.includes(extension))).toEqual([]);
  });

  it("says of the bytes of an Office file what is wrong with them", async () => {
    const { body } = await post(formWith("slides.pptx", "no slides in here"));
    const build = await server.waitFor(String(body.build_id));
    expect(build).toMatchObject({ status: "Processing failed", file_name: "slides.pptx" });
    expect(build.error ?? build.message).toMatch(/not a PowerPoint presentation/);
  });

  it("400: no file, no file name, no extension, no multipart body", async () => {
    const empty = new FormData();
    empty.set("method", "fast");
    expect(await post(empty)).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: file is required" },
    });
    const unnamed = new FormData();
    unnamed.set("file", "text in a field");
    for (const form of [unnamed, formWith(".txt")]) {
      expect(await post(form)).toMatchObject({
        status: 400,
        body: { detail: "Invalid input: file name is required" },
      });
    }
    expect((await post(formWith("README"))).body.detail).toMatch(
      /^Invalid input: the file name 'README' has no extension\. Allowed types: pdf, /,
    );
    expect((await post(formWith(`${"x".repeat(296)}.txt`))).body.detail).toMatch(
      /^Invalid input: the file name has 300 characters/,
    );
    const json = await post("{}", { "content-type": "application/json" });
    expect(json).toMatchObject({ status: 400, body: { detail: "Invalid input: file is required" } });
  });

  it("411: without Content-Length", async () => {
    const answer = await raw(
      { "transfer-encoding": "chunked", "content-type": "multipart/form-data; boundary=x" },
      "x",
    );
    expect(answer).toMatchObject({ status: 411, body: { detail: "Content-Length header is required" } });
  });

  it("413: by its header, or by its bytes when the header allows more", async () => {
    const tooLarge = {
      status: 413,
      body: { detail: "File size exceeds the maximum allowed limit of 100MB" },
    };
    const declared = { "content-type": "multipart/form-data; boundary=x", "content-length": 200 * MB };
    const answer = await new Promise((resolve, reject) => {
      const outgoing = request(
        `${server.baseUrl}/ingest-file`,
        { method: "POST", headers: { authorization: `Bearer ${server.token}`, ...declared } },
        (incoming) => {
          let text = "";
          incoming.on("data", (part) => {
            text += part;
          });
          incoming.on("end", () => {
            resolve({ status: incoming.statusCode, body: JSON.parse(text) });
            outgoing.destroy();
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.flushHeaders();
    });
    expect(answer).toMatchObject(tooLarge);
    const bytes = Buffer.alloc(100 * MB + 1, "a").toString("latin1");
    expect(await post(formWith("large.txt", bytes))).toMatchObject(tooLarge);
  });

  it("400: a body that is not what its boundary says, cut short or without an end", async () => {
    const half = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it`;
    const answer = await raw(
      { "content-type": "multipart/form-data; boundary=x", "content-length": half.length },
      half,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toMatch(/multipart/);
    expect(await raw({ "content-type": "multipart/form-data", "content-length": 1 }, "x")).toMatchObject({
      status: 400,
    });
  });

  it("keeps nothing of an upload whose client went away", async () => {
    const before = (await server.call<unknown[]>("GET", "/")).body.length;
    await new Promise<void>((resolve) => {
      const outgoing = request(`${server.baseUrl}/ingest-file`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${server.token}`,
          "content-type": "multipart/form-data; boundary=x",
          "content-length": 10 * MB,
        },
      });
      outgoing.on("error", () => resolve());
      outgoing.on("close", () => resolve());
      outgoing.write(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbeginning`,
        () => outgoing.destroy(),
      );
    });
    expect(await post(formWith("after.txt"))).toMatchObject({ status: 200 });
    expect((await server.call<unknown[]>("GET", "/")).body).toHaveLength(before + 1);
  });
});
