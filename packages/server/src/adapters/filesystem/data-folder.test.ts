import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type DataFolder, dataFolderPaths, openDataFolder } from "./data-folder.ts";
import { bringToCurrentVersion } from "./folder-version.ts";

describe("the data folder", () => {
  let parent: string;
  let path: string;
  const opened: DataFolder[] = [];
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "headwater-data-"));
    path = join(parent, "nested", "data");
  });
  afterEach(async () => {
    for (const folder of opened.splice(0)) folder.close();
    await rm(parent, { recursive: true });
  });

  const open = async (at = path): Promise<DataFolder> => {
    const folder = await openDataFolder(at);
    opened.push(folder);
    return folder;
  };
  /** Another process that tries to open the folder, says how that went, and stays. */
  const openElsewhere = () => {
    const script = `
      import { openDataFolder } from ${JSON.stringify(new URL("./data-folder.ts", import.meta.url).href)};
      openDataFolder(${JSON.stringify(path)}).then(
        () => process.stdout.write("open"),
        (error) => process.stdout.write(error.message),
      );
      setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Also when the test fails: it would hold on to our output and keep the run from ending.
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  const messageOf = (opening: Promise<unknown>): Promise<string> =>
    opening.then(
      () => "opened",
      (error: Error) => error.message,
    );

  it("is created for its owner only, with its version and all its folders", async () => {
    const folder = await open();
    expect(folder).toMatchObject(dataFolderPaths(path));
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(path, "version"), "utf8")).toBe("1\n");
    for (const inner of [folder.files, folder.staging]) {
      expect((await stat(inner)).mode & 0o777).toBe(0o700);
    }
  });

  it("is opened again with all its content", async () => {
    const folder = await open();
    await writeFile(folder.token, "hw_secret");
    folder.close();
    expect(await readFile((await open()).token, "utf8")).toBe("hw_secret");
  });

  it("is refused while another process has it open, with a message that names the process and the remedy, and is free after that", async () => {
    const folder = await open();
    const message = await messageOf(open());
    expect(message).toContain(`in use by another process (pid ${process.pid})`);
    expect(message).toContain("HEADWATER_DATA");
    expect(message).not.toContain("\n");
    folder.close();
    await open();
  });

  it("is refused while another process has it, and free when that process is killed", async () => {
    const child = openElsewhere();
    await once(child.stdout, "data");
    expect(await messageOf(open())).toContain(`(pid ${child.pid})`);
    // A refused attempt must not have taken the lock away from its owner.
    expect(await messageOf(open())).toContain(`(pid ${child.pid})`);
    child.kill("SIGKILL");
    await once(child, "exit");
    await open();
  });

  it("stays locked after its own process tried to open it a second time", async () => {
    await open();
    expect(await messageOf(open())).toContain("in use");
    const child = openElsewhere();
    const [answer] = await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(String(answer)).toContain(`in use by another process (pid ${process.pid})`);
  });

  it("is refused and left unchanged when a newer Headwater made it", async () => {
    (await open()).close();
    await writeFile(join(path, "version"), "7\n");
    const before = await readdir(path);
    expect(await messageOf(open())).toMatch(/made by a newer Headwater \(version 7, this one knows 1\)/);
    expect(await readdir(path)).toEqual(before);
    expect(await readFile(join(path, "version"), "utf8")).toBe("7\n");
    await writeFile(join(path, "version"), "1\n");
    await open();
  });

  it.each(["", "one", "-1", "1.5", "0"])("is refused when its version file reads '%s'", async (text) => {
    (await open()).close();
    await writeFile(join(path, "version"), text);
    expect(await messageOf(open())).toMatch(/holds no version number/);
  });

  it("can't be where no folder can be created", async () => {
    await expect(openDataFolder("/proc/headwater")).rejects.toThrow(
      /can't be made there, or name another one/,
    );
  });

  it("can't be a file or be below one", async () => {
    const file = join(parent, "notes.txt");
    await writeFile(file, "");
    for (const odd of [file, join(file, "data")]) {
      expect(await messageOf(openDataFolder(odd))).toMatch(
        /^The data folder .* is not a folder.*HEADWATER_DATA\.$/,
      );
    }
  });

  // Nothing is forbidden to root, so the test steps down where it runs as root.
  describe("for a user who may not write", () => {
    const mine = process.getuid?.();
    beforeEach(async () => {
      await mkdir(join(parent, "nested"));
      await chmod(parent, 0o755);
      await chmod(join(parent, "nested"), 0o555);
      if (mine === 0) process.seteuid?.(65_534);
    });
    afterEach(async () => {
      if (mine === 0) process.seteuid?.(0);
      await chmod(join(parent, "nested"), 0o755);
    });

    it.skipIf(mine === undefined).each(["one that is not there yet", "one that is"])(
      "%s names the remedy",
      async (which) => {
        const folder = which === "one that is" ? join(parent, "nested") : path;
        expect(await messageOf(openDataFolder(folder))).toMatch(
          /^The data folder .* can't be written: make it writable .*HEADWATER_DATA\.$/,
        );
      },
    );
  });
});

describe("an older data folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-version-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const version = () => readFile(join(folder, "version"), "utf8");

  it("is migrated step by step from its version", async () => {
    const steps: string[] = [];
    const migrations = ["to 2", "to 3", "to 4"].map((step) => async () => void steps.push(step));
    await writeFile(join(folder, "version"), "2\n");
    await bringToCurrentVersion(folder, migrations);
    expect(steps).toEqual(["to 3", "to 4"]);
    expect(await version()).toBe("4\n");
  });

  it("stays at the last good migration after one failed", async () => {
    const failing = [
      async () => {},
      async () => {
        throw new Error("the disk went away");
      },
    ];
    await writeFile(join(folder, "version"), "1\n");
    await expect(bringToCurrentVersion(folder, failing)).rejects.toThrow("the disk went away");
    expect(await version()).toBe("2\n");
    await bringToCurrentVersion(folder, [async () => {}, async () => {}]);
    expect(await version()).toBe("3\n");
  });

  it("is not migrated when it is new", async () => {
    const steps: string[] = [];
    await bringToCurrentVersion(folder, [async () => void steps.push("to 2")]);
    expect(steps).toEqual([]);
    expect(await version()).toBe("2\n");
  });
});
