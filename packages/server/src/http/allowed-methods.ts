import { operations } from "@headwater/spec";

const patterns = Object.values(operations)
  .filter(({ surface }) => surface === "sources")
  .map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/\/$/, "").replace(/\{[^}]+\}/g, "[^/]+")}/?$`),
  }));

/** The methods some operation answers at this address; none when the address is unknown. */
export function allowedMethods(url: string, mounts: readonly string[]): string[] {
  const path = url.split("?")[0] ?? "";
  const allowed = new Set<string>();
  for (const mount of mounts) {
    if (!path.startsWith(mount)) continue;
    const below = path.slice(mount.length);
    for (const { method, pattern } of patterns) if (pattern.test(below)) allowed.add(method);
  }
  return [...allowed];
}
