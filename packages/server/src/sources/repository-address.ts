/** What an address on GitHub names. */
export type RepositoryAddress = {
  owner: string;
  repository: string;
  /**
   * What is after `tree/` or `blob/`: a branch, tag or commit, and after it a folder or file. Both may have slashes,
   * so that only the archives show where the one ends. Empty for the default branch as a whole.
   */
  rest: string[];
};

const name = /^[A-Za-z0-9._-]{1,100}$/;
const hosts = new Set(["github.com", "www.github.com", "raw.githubusercontent.com"]);

/** Parts of a repository's site that name a place in its files. */
const places = new Set(["tree", "blob", "raw", "blame", "commits", "commit"]);

/** Reads an address of a repository, branch, tag, folder or file. Null for one that names none. */
export function parseRepositoryAddress(text: string): RepositoryAddress | null {
  const url = URL.parse(text);
  if (!url || !hosts.has(url.hostname)) return null;
  const parts = decoded(url.pathname);
  if (!parts) return null;
  const [owner = "", named = "", kind, ...after] = parts;
  const repository = named.replace(/\.git$/, "");
  if (!name.test(owner) || !name.test(repository) || /^\.+$/.test(repository)) return null;
  if (url.hostname.startsWith("raw.")) {
    const rest = [...(kind === undefined ? [] : [kind]), ...after];
    return { owner, repository, rest: rest[0] === "refs" ? rest.slice(2) : rest };
  }
  if (kind === undefined) return { owner, repository, rest: [] };
  if (places.has(kind) && after.length > 0) return { owner, repository, rest: after };
  if (kind === "releases" && after[0] === "tag" && after.length > 1)
    return { owner, repository, rest: after.slice(1) };
  return null;
}

/** Null for a path with a part that would lead elsewhere. */
function decoded(pathname: string): string[] | null {
  try {
    const parts = pathname
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    return parts.some((part) => part === "." || part === ".." || /[\u0000-\u001f\\/]/.test(part))
      ? null
      : parts;
  } catch {
    return null; // a percent sign that means nothing
  }
}
