import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { workspacePackages } from "../bootstrap/workspace.mjs";

const root = path.join(import.meta.dirname, "../..");
const home = "https://github.com/headwater/headwater";

type Manifest = {
  private?: boolean;
  license?: string;
  homepage?: string;
  bugs?: string;
  keywords?: string[];
  files?: string[];
  repository?: { url: string; directory: string };
};

const published = workspacePackages(root).flatMap(({ name, folder }) => {
  const manifest: Manifest = JSON.parse(readFileSync(path.join(root, folder, "package.json"), "utf8"));
  return manifest.private ? [] : [{ name, folder, manifest }];
});

/** The headings of a Markdown file as GitHub makes addresses of them. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** What a link in a README leads to: a file of this repository with an anchor, or null for another site. */
function targetOf(link: string, folder: string): { file: string; anchor?: string | undefined } | null {
  const [address = "", anchor] = link.split("#");
  const [, inRepository] = /^(?:blob|tree)\/main\/(.*)$/.exec(address.replace(`${home}/`, "")) ?? [];
  if (inRepository !== undefined) return { file: path.join(root, inRepository), anchor };
  if (/^[a-z]+:/.test(address)) return null;
  return {
    file: address === "" ? path.join(root, folder, "README.md") : path.join(root, folder, address),
    anchor,
  };
}

test("twelve packages are published", () => {
  expect(published.map(({ name }) => name)).toHaveLength(12);
});

describe.each(published)("$name", ({ folder, manifest }) => {
  test("names its repository, home page, bugs, keywords and licence", () => {
    expect(manifest.repository).toEqual({ type: "git", url: `git+${home}.git`, directory: folder });
    expect(manifest.homepage).toBe(`${home}/tree/main/${folder}#readme`);
    expect(manifest.bugs).toBe(`${home}/issues`);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    expect(manifest.license).toBe("Apache-2.0");
  });

  test("has a README without dead links, also on a page of the registry", () => {
    const text = readFileSync(path.join(root, folder, "README.md"), "utf8").replace(/^```.*?^```/gms, "");
    for (const [, link = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const target = targetOf(link, folder);
      if (target === null) continue;
      expect(existsSync(target.file), link).toBe(true);
      if (!link.startsWith(home))
        expect(target.file, `${link} leaves the package`).toContain(path.join(root, folder));
      if (target.anchor) expect(anchorsOf(target.file), link).toContain(target.anchor);
    }
  });
});
