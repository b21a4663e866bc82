import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePdf } from "../../reader/testing/fixtures/pdf.ts";
import { serverEntry } from "../testing/service-process.ts";

describe("the command line", () => {
  let folder: string;
  let environment: Record<string, string>;
  let service: ChildProcess;
  let banner = "";

  const start = (args: string[], extra: Record<string, string> = {}) =>
    spawn(process.execPath, [serverEntry, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        // Compiled code of the commands before it.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...environment,
        ...extra,
      },
    });
  const run = (args: string[], extra: Record<string, string> = {}) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = start(args, extra);
      let stdout = "";
      let stderr = "";
      child.stdout.on("data", (part) => {
        stdout += part;
      });
      child.stderr.on("data", (part) => {
        stderr += part;
      });
      child.on("close", (code) => resolve({ code, stdout, stderr }));
    });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-cli-"));
    environment = { HEADWATER_DATA: join(folder, "data"), HEADWATER_PORT: "0" };
    service = start(["serve"]);
    await new Promise<void>((resolve) => {
      service.stdout?.on("data", (part) => {
        banner += part;
        if (banner.includes("Ctrl-C")) resolve();
      });
    });
    environment.HEADWATER_URL = /http:\S+:\d+/.exec(banner)?.[0] ?? "";
  });
  afterAll(async () => {
    service.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });

  it.runIf(process.platform === "linux")(
    "serve sets the C library's allocator for itself, in the process that was started",
    async () => {
      expect(service.exitCode).toBeNull();
      const { pid } = service;
      expect(await readFile(`/proc/${pid}/environ`, "utf8")).toContain("\0MALLOC_ARENA_MAX=2\0");
      expect(await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).toBe("");
    },
  );

  it("serve prints its address, the folder, the models, what to try, and the token's file, but no secret", async () => {
    expect(banner.trimEnd().split("\n").length).toBeLessThanOrEqual(15);
    // Standard output is no terminal here: a journal or a file would keep the secret.
    expect(banner).not.toContain("hw_");
    expect(banner).toContain("Token    in data/token ");
    expect(banner).toContain(join(folder, "data"));
    expect(banner).toContain("embedding built-in all-minilm-l6-v2; no language model, answers are quotes");
    // The commands find this service from another terminal, whose settings differ.
    const { port } = new URL(environment.HEADWATER_URL ?? "");
    const own = `HEADWATER_PORT=${port} HEADWATER_DATA=${join(folder, "data")}`;
    expect(banner).toContain(
      `${own} npx @headwater/server ingest README.md && ${own} npx @headwater/server ask`,
    );
    const { mode } = await stat(join(folder, "data", "token"));
    expect(mode & 0o777).toBe(0o600);
  });

  it("ingests a file, and answers a question about it with its place", async () => {
    await writeFile(
      join(folder, "facts.md"),
      "# Facts\n\nThe tower was finished in 1889 by Gustave Eiffel.\n",
    );
    const ingested = await run(["ingest", "facts.md"]);
    expect(ingested).toMatchObject({ code: 0, stderr: "" });
    expect(ingested.stdout).toMatch(/^facts\.md {2}ready: 1 page, 2 elements, file [0-9a-f-]{36}\n$/);
    const asked = await run(["ask", "When was the tower finished?"]);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain("1889");
    expect(asked.stdout).toMatch(/\[1\] facts\.md, page 1: The tower was finished/);
  });

  it("ingests under tags, lists by them and asks in them", async () => {
    await writeFile(join(folder, "acme.md"), "# Acme\n\nThe lamp costs 20 dollars.\n");
    await writeFile(join(folder, "birch.md"), "# Birch\n\nThe lamp costs 30 dollars.\n");
    // A tag that stands before the files takes none of them for itself.
    const ingested = await run(["ingest", "--tag", "invoices", "--tag", "paid", "acme.md"]);
    expect(ingested).toMatchObject({ code: 0, stdout: expect.stringContaining("acme.md  ready:") });
    await run(["ingest", "birch.md", "--tag", "offers"]);
    const paid = await run(["list", "--tag", "paid"]);
    expect(paid.stdout).toMatch(
      /^FILE +STATE +PAGES +NAME +TAGS\n[0-9a-f-]{36} +Completed +1 +acme\.md +invoices, paid\n$/,
    );
    const either = await run(["list", "--tag", "paid", "--tag", "offers", "--json"]);
    expect((JSON.parse(either.stdout) as { file_name: string }[]).map(({ file_name }) => file_name)).toEqual([
      "birch.md",
      "acme.md",
    ]);
    expect((await run(["list", "--tag", "nowhere"])).stdout).toBe("No document matches.\n");
    expect((await run(["list", "--query", "acm"])).stdout.trim().split("\n")).toHaveLength(2);
    const asked = await run(["ask", "--tag", "offers", "What does the lamp cost?"]);
    expect(asked.stdout).toContain("30 dollars");
    expect(asked.stdout).not.toContain("20 dollars");
    const refused = await run(["ingest", "acme.md", "--tag", "one,two"]);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/acme\.md {2}failed: .*comma/) });
  });

  it("ingest repeats what the service remarks on a file", async () => {
    await writeFile(join(folder, "remarked.md"), "# Remarks\n\nThere is one.\n");
    const { stdout } = await run(["ingest", "remarked.md", "--method", "agentic"]);
    expect(stdout).toMatch(
      /^remarked\.md {2}ready: .*\n {2}Parsed with method accurate: agentic needs a vision model, which HEADWATER_VISION_MODEL names\n$/,
    );
  });

  it("ingest names each file that failed and why, and exits with 1", async () => {
    await writeFile(join(folder, "program.exe"), "x");
    execFileSync("mkfifo", [join(folder, "pipe.md")]);
    const { code, stdout, stderr } = await run(["ingest", "program.exe", "missing.txt", "pipe.md"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/program\.exe {2}failed: File type 'exe' is not supported/);
    expect(stdout).toMatch(/missing\.txt {2}failed: there is no such file/);
    expect(stdout).toMatch(/pipe\.md {2}failed: this is not a file/);
    expect(stderr).toBe("headwater: 3 of 3 files failed.\n");
  });

  it("creates, lists and revokes tokens while the service runs; each change holds at once", async () => {
    const { stdout } = await run(["token", "create", "reader", "--read-only", "--expires", "30"]);
    const secret = stdout.trim();
    const list = () =>
      fetch(`${environment.HEADWATER_URL}/sources`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await list()).status).toBe(200);
    const manager = (await run(["token", "create", "manager", "--manage"])).stdout.trim();
    const tokens = await fetch(`${environment.HEADWATER_URL}/sources/tokens`, {
      headers: { authorization: `Bearer ${manager}` },
    });
    expect(tokens.status).toBe(200);
    const listed = await run(["token", "list"]);
    expect(listed.stdout).toMatch(/manager +full, manage /);
    expect(listed.stdout).toMatch(/reader\s+read-only\s+\d{4}-/);
    expect(listed.stdout).not.toContain(secret);
    expect(await run(["token", "revoke", secret.slice(0, 9)])).toMatchObject({ code: 0 });
    expect((await list()).status).toBe(401);
    expect(await run(["token", "revoke", "hw_nothing"])).toMatchObject({ code: 1 });
  });

  it("HEADWATER_TOKEN that opens nothing is said at the start, and taken by `token add`", async () => {
    const chosen = {
      HEADWATER_TOKEN: "rotated-0123456789abcdef",
      HEADWATER_DATA: join(folder, "rotated token"),
      HEADWATER_EMBEDDING_MODEL: "none",
    };
    const startAndStop = async (token: string) => {
      const child = start(["serve"], { ...chosen, HEADWATER_TOKEN: token });
      let printed = "";
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (part) => {
          printed += part;
          if (printed.includes("Ctrl-C")) resolve();
        });
      });
      child.kill("SIGTERM");
      await new Promise((resolve) => child.once("close", resolve));
      return printed;
    };
    expect(await startAndStop("first-0123456789abcdef")).not.toContain("HEADWATER_TOKEN");
    const unused = await startAndStop(chosen.HEADWATER_TOKEN);
    expect(unused).toContain("HEADWATER_TOKEN is not a token of this data folder.");
    expect(unused).toContain(
      `HEADWATER_DATA='${chosen.HEADWATER_DATA}' npx @headwater/server token add --from-env`,
    );
    expect(await run(["token", "add", "--from-env"], chosen)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("HEADWATER_TOKEN is a token of the project 'default' now."),
    });
    expect((await run(["token", "add", "--from-env"], chosen)).stderr).toContain(
      "is a token of this data folder already",
    );
    expect(await startAndStop(chosen.HEADWATER_TOKEN)).not.toContain("HEADWATER_TOKEN");
  });

  it("creates and lists projects", async () => {
    expect((await run(["project", "create", "marketing"])).stdout).toMatch(
      /Token {3}hw_\S+ {3}shown only now/,
    );
    expect((await run(["project", "list"])).stdout).toMatch(/default[\s\S]*marketing/);
    expect((await run(["project", "create", "marketing"])).stderr).toMatch(/exists already/);
  });

  it("doctor finds all well, and notes a token that opens nothing", async () => {
    const { code, stdout } = await run(["doctor"], { HEADWATER_TOKEN: "another-0123456789abcdef" });
    expect(stdout).toMatch(
      /^note {2}token: HEADWATER_TOKEN is not a token .*: headwater token add --from-env$/m,
    );
    expect(stdout).toMatch(/^ok {4}settings: [\s\S]*ok {4}index: 4 document versions/);
    expect(stdout).toMatch(/^(?:ok {4}audio and video: FFmpeg|note {2}audio and video: .*install FFmpeg)/m);
    expect(code).toBe(0);
  });

  it.each([
    [
      "a data folder in use",
      ["serve"],
      {},
      /is in use by another process \(pid \d+\)\. Stop that one, or name another folder/,
    ],
    [
      "an invalid setting",
      ["serve"],
      { HEADWATER_PORT: "many" },
      /HEADWATER_PORT=many can't be used: it takes a whole number/,
    ],
    [
      "no service",
      ["ask", "Why?"],
      { HEADWATER_URL: "http://127.0.0.1:9" },
      /Is the service running\? Start it with: npm start/,
    ],
  ])("%s is one clear line and a non-zero exit", async (_case, args, extra, line) => {
    const { code, stderr } = await run(args, extra);
    expect(code).toBe(1);
    expect(stderr).toMatch(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("a taken port is one clear line that names another", async () => {
    const { port } = new URL(environment.HEADWATER_URL ?? "");
    const { code, stderr } = await run(["serve"], {
      HEADWATER_PORT: port,
      HEADWATER_DATA: join(folder, "other"),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^headwater: Port \d+ is taken by another program\. Stop that one, or choose another port: HEADWATER_PORT=\d+\n$/,
    );
  });

  describe("read", () => {
    const write = async (name: string, content: string) => {
      await writeFile(join(folder, name), content);
      return name;
    };

    it("shows type, page and text of each element, without a service", async () => {
      const file = await write("tides.md", "# Tides\n\nThey come twice a day.\n\n- high\n- low\n");
      const { code, stdout } = await run(["read", file], { HEADWATER_DATA: "", HEADWATER_URL: "" });
      expect(code).toBe(0);
      expect(stdout.split("\n").map((line) => line.split(/\s{2,}/))).toEqual([
        ["p. 1", "Title 1", "Tides"],
        ["p. 1", "NarrativeText", "They come twice a day."],
        ["p. 1", "ListItem", "high"],
        ["p. 1", "ListItem", "low"],
        [""],
      ]);
    });

    it("prints the elements as JSON lines or as Markdown", async () => {
      const file = await write("two.html", "<h1>Tides</h1><p>They come <b>twice</b> a day.");
      const json = await run(["read", file, "--json"]);
      const lines = json.stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(lines).toMatchObject([
        { type: "Title", text: "Tides", pageNumber: 1 },
        { type: "NarrativeText", text: "They come twice a day." },
        { totalPages: 1, failedPages: [], message: null },
      ]);
      const markdown = await run(["read", file, "--markdown"]);
      expect(markdown.stdout).toBe("# Tides\n\nThey come **twice** a day.\n\n");
    });

    it("says of each page what of its words is in the text", async () => {
      const garbled = "Wkh kduerxu pdvwhu frxqwhg wkh erdwv wkdw fdph lq zlwk wkh wlgh dqg zurwh wkhlu qdphv";
      await writeFile(
        join(folder, "two.pdf"),
        makePdf([
          { items: [{ text: "They come twice a day.", x: 72, y: 200 }] },
          { items: [{ text: garbled, x: 72, y: 200 }] },
        ]),
      );
      const { stdout } = await run(["read", "two.pdf", "--proof", "--method", "fast"]);
      expect(stdout.trimEnd().split("\n").slice(-2)).toEqual([
        "p. 1   100.0 % of 5 words are in the text",
        "p. 2     0.0 % of 16 words are in the text",
      ]);
      expect((await run(["read", await write("plain.txt", "A line."), "--proof"])).stdout).toContain(
        "This format has no pages to compare with.",
      );
    });

    it("says when another method was used than the one asked for", async () => {
      const { stdout } = await run(["read", await write("a.txt", "A line."), "--method", "agentic"]);
      expect(stdout).toContain("Parsed with method accurate: agentic needs a vision model");
    });

    it.each([
      ["missing.txt", /missing\.txt can't be read: there is no such file\./],
      [".", /can't be read: it is a folder\. Name a file in it\./],
      [
        "strange.xyz",
        /strange\.xyz: Files of type \.xyz cannot be read yet\. Types that can: pdf, doc, docx/,
      ],
      ["torn.pdf", /torn\.pdf: This file is damaged or is not a PDF\./],
    ])("%s is one line that says why", async (file, reason) => {
      if (file.startsWith("strange") || file.startsWith("torn")) await write(file, "%PDF-1.7 torn");
      const { code, stdout, stderr } = await run(["read", file]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(reason);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    });
  });

  it("--help shows what can be typed, with every setting", async () => {
    expect((await run(["--help"])).stdout).toMatch(/serve[\s\S]*ingest[\s\S]*ask[\s\S]*token[\s\S]*doctor/);
    expect((await run(["serve", "--help"])).stdout).toMatch(/HEADWATER_PORT\s+4000/);
    expect((await run(["frobnicate"])).code).not.toBe(0);
  });

  it("stops at a signal, and starts again with everything it had", async () => {
    const ended = new Promise<number | null>((resolve) => service.on("close", resolve));
    service.kill("SIGINT");
    expect(await ended).toBe(0);
    let text = "";
    service = start(["serve"]);
    await new Promise<void>((resolve) => {
      service.stdout?.on("data", (part) => {
        text += part;
        if (text.includes("Ctrl-C")) resolve();
      });
    });
    expect(text).toMatch(/Token {4}in data\/token/);
    environment.HEADWATER_URL = /http:\S+:\d+/.exec(text)?.[0] ?? "";
    expect((await run(["ask", "Who finished the tower?"])).stdout).toContain("Eiffel");
  });
});
