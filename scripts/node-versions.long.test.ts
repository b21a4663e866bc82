import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { repositoryRoot as root } from "./bootstrap/toolchain.mjs";

/** Folders of the Node that a machine may have. `npm` is that of this machine. */
const nodes = ["node20", "node22", "node"].map((alias) => path.join(root, "node_modules", alias, "bin"));

const toolkit = ["spec", "client", "proxy-core", "express-proxy", "next-route-handlers", "react-hooks"];

/** Every module that the packages export. */
const modules = toolkit.flatMap((name) => {
  const folder = path.join(root, ...(name === "spec" ? [name] : ["packages", name]));
  const { exports } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  return Object.values<string | Record<string, string>>(exports)
    .map((each) => (typeof each === "string" ? each : each.default))
    .filter((file) => file?.endsWith(".mjs"))
    .map((file) => path.join(folder, file as string));
});

describe.each(nodes)("with %s as the first on the path", (folder) => {
  const environment = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };

  it("every package of the toolkit loads", async () => {
    expect(modules.length).toBeGreaterThan(toolkit.length);
    const script = "for (const file of process.argv.slice(1)) await import(file); console.log('loaded');";
    const child = spawn("node", ["--input-type=module", "-e", script, ...modules], { env: environment });
    const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([output, complaints]).toEqual(["loaded\n", ""]);
  });

  it("npm start serves, and stops when it is told to", { timeout: 15 * 60_000 }, async () => {
    const data = mkdtempSync(path.join(tmpdir(), "headwater-node-"));
    const child = spawn("npm", ["start"], {
      cwd: root,
      env: { ...environment, HEADWATER_DATA: data, HEADWATER_PORT: "0", HEADWATER_DEMO_PORT: "0" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const exited = once(child, "exit");
    try {
      let output = "";
      // However long it prepares and starts: only its end says that it will not get ready.
      const address = await new Promise<string | undefined>((resolve) => {
        for (const stream of [child.stdout, child.stderr])
          stream.setEncoding("utf8").on("data", (part: string) => {
            output += part;
            const ready = /\bready at (http:\/\/\S+)/.exec(output)?.[1];
            if (ready !== undefined) resolve(ready);
          });
        child.once("close", () => resolve(undefined));
      });
      expect(address, output).toBeDefined();
      expect((await fetch(new URL("/healthz", address))).status).toBe(200);
      child.kill("SIGINT");
      expect((await exited)[0]).toBe(0);
    } finally {
      child.kill("SIGKILL");
      rmSync(data, { recursive: true, force: true });
    }
  });
});
