import {
  bareIdPattern,
  flowNamePattern,
  isBareIdPath,
  type OperationEntry,
  type OperationId,
  operations,
  reservedFlowNames,
  type Surface,
} from "@headwater/spec";
import type { OperationCall } from "../options/operation-call.ts";
import { readSegment } from "./read-segment.ts";

export type Match =
  | {
      kind: "operation";
      call: OperationCall;
      entry: OperationEntry;
      /** Path below the surface's address, with its parameters encoded again. */
      path: string;
      /** As received, without `?`. Empty when there is no query. */
      query: string;
    }
  /** The address exists, but it does not have this method. */
  | { kind: "method"; allowed: string[] }
  | { kind: "unknown" };

type Entry = OperationEntry & { id: OperationId };
type Methods = Map<string, Entry>;
/** An address with parameters. `undefined` stands for a parameter. */
type Pattern = { segments: (string | undefined)[]; names: string[]; methods: Methods; isBareId: boolean };
/** The patterns are by their number of segments. */
type Addresses = { fixed: Map<string, Methods>; patterns: Map<number, Pattern[]> };

/** Characters that no part of an address may contain: a later reader could understand them differently. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const hostile = /[\\#\u0000-\u0020\u007f-\uffff]/;
const bareId = new RegExp(`^/${bareIdPattern}$`);
const unknown: Match = { kind: "unknown" };

/**
 * Finds the operation that a request means, among the allowed ones. An address matches only in the contract's own
 * spelling: the sources surface at the mount point and below `/sources`, a flow at `/flows/{flow_name}`, the
 * root of all flows at `/flows`.
 */
export function createMatchOperation(
  allow: readonly OperationId[],
): (method: string, target: string) => Match {
  const surfaces = tableOf(allow);
  return (method, target) => {
    if (hostile.test(target)) return unknown;
    const mark = target.indexOf("?");
    const query = mark === -1 ? "" : target.slice(mark + 1);
    const located = locate(mark === -1 ? target : target.slice(0, mark));
    if (!located) return unknown;
    const { surface, below, flow } = located;

    const { fixed, patterns } = surfaces[surface];
    let methods = fixed.get(below);
    let path = below;
    let params: Record<string, string> = {};
    if (!methods) {
      const found = matchPattern(patterns, below);
      if (!found) return unknown;
      ({ methods, path, params } = found);
    }
    // HEAD is GET without the body: it is the same operation with the same checks.
    const entry = methods.get(method === "HEAD" ? "GET" : method);
    if (!entry) return { kind: "method", allowed: [...methods.keys()].flatMap(withHead) };
    const call: OperationCall = { operation: entry.id, access: entry.access, params };
    if (flow !== undefined) call.flow = flow;
    return { kind: "operation", call, entry, path, query };
  };
}

const withHead = (method: string): string[] => (method === "GET" ? ["GET", "HEAD"] : [method]);

function tableOf(allow: readonly OperationId[]): Record<Surface, Addresses> {
  const surfaces: Record<Surface, Addresses> = {
    sources: { fixed: new Map(), patterns: new Map() },
    flows: { fixed: new Map(), patterns: new Map() },
    "flows-root": { fixed: new Map(), patterns: new Map() },
  };
  const byAddress = new Map<string, Methods>();
  for (const id of allow) {
    const entry: Entry = { id, ...operations[id] };
    const address = `${entry.surface} ${entry.path}`;
    const known = byAddress.get(address);
    if (known) {
      known.set(entry.method, entry);
      continue;
    }
    const methods: Methods = new Map([[entry.method, entry]]);
    byAddress.set(address, methods);
    const { fixed, patterns } = surfaces[entry.surface];
    if (!entry.path.includes("{")) {
      fixed.set(entry.path, methods);
      continue;
    }
    const parts = entry.path.slice(1).split("/");
    const nameOf = (part: string) => (part.startsWith("{") ? part.slice(1, -1) : undefined);
    const ofLength = patterns.get(parts.length) ?? [];
    patterns.set(parts.length, ofLength);
    ofLength.push({
      segments: parts.map((part) => (nameOf(part) === undefined ? part : undefined)),
      names: parts.map((part) => nameOf(part) ?? ""),
      methods,
      isBareId: isBareIdPath(entry.path),
    });
  }
  for (const { patterns } of Object.values(surfaces))
    for (const ofLength of patterns.values()) ofLength.sort(byFixedSegments);
  return surfaces;
}

/** Addresses that begin with a fixed segment come first: `/builds/{build_id}` before `/{file_id}/content`. */
const byFixedSegments = (one: Pattern, other: Pattern): number =>
  Number(one.segments[0] === undefined) - Number(other.segments[0] === undefined);

type Located = { surface: Surface; below: string; flow?: string };

/** Returns the surface of a path and the rest of the path below it. One trailing slash makes no difference. */
function locate(path: string): Located | undefined {
  if (path === "" || path === "/") return { surface: "sources", below: "/" };
  if (!path.startsWith("/")) return undefined;
  const bare = path.endsWith("/") ? path.slice(0, -1) : path;
  if (bare.endsWith("/")) return undefined;
  if (bare === "/sources") return { surface: "sources", below: "/" };
  if (bare.startsWith("/sources/")) return { surface: "sources", below: bare.slice(8) };
  if (bare === "/flows") return { surface: "flows-root", below: "/" };
  if (!bare.startsWith("/flows/")) return { surface: "sources", below: bare };
  const end = bare.indexOf("/", 7);
  const flow = end === -1 ? bare.slice(7) : bare.slice(7, end);
  if (!flowNamePattern.test(flow)) return undefined;
  if (isReserved(flow)) return { surface: "flows-root", below: bare.slice(6) };
  return { surface: "flows", below: end === -1 ? "/" : bare.slice(end), flow };
}

/** No flow has such a name: it is an address of the flows root. */
const isReserved = (name: string): boolean => (reservedFlowNames as readonly string[]).includes(name);

function matchPattern(patterns: ReadonlyMap<number, Pattern[]>, path: string) {
  const parts = path.slice(1).split("/");
  for (const { segments, names, methods, isBareId } of patterns.get(parts.length) ?? []) {
    if (!segments.every((segment, index) => segment === undefined || segment === parts[index])) continue;
    if (isBareId && !bareId.test(path)) continue;
    const params: Record<string, string> = {};
    const encoded: string[] = [];
    for (const [index, part] of parts.entries()) {
      if (segments[index] !== undefined) {
        encoded.push(part);
        continue;
      }
      const value = readSegment(part);
      if (value === undefined) return undefined;
      params[names[index] ?? ""] = value;
      encoded.push(encodeURIComponent(value));
    }
    return { methods, params, path: `/${encoded.join("/")}` };
  }
  return undefined;
}
