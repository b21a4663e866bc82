import { OperatorError } from "../../kernel/operator-error.ts";

/**
 * Where an OpenSearch cluster is: `opensearch://<user>:<password>@<host>:<port>,<host>:<port>`, or `opensearch+https://…`;
 * with `?vectors_from=<chunks>` another `vectorsFrom`.
 */
export type OpenSearchAddress = {
  /** The origin of each node that is named, such as `http://search:9200`. */
  nodes: string[];
  /** The header of a user and a password; null without them. */
  authorization: string | null;
  /** The nodes, for people: without the password. */
  place: string;
  /** Vectors of a project with fewer chunks are searched in memory. */
  vectorsFrom: number;
};

export const addressForm = "it takes opensearch://<user>:<password>@<host>:<port>,<host>:<port>";

const defaultPort = 9200;

/** They take 92 MB of each process, and a search 3 ms; in a cluster some tens of times as long (docs/decisions/opensearch.md). */
const defaultVectorsFrom = 200_000;

/** @throws OperatorError that never shows the address, which may have a password */
export function parseOpenSearchAddress(text: string): OpenSearchAddress {
  const [, secure, login, hosts, vectorsFrom] =
    /^opensearch(\+https)?:\/\/(?:([^@/]*)@)?([^@/?#]+)\/?(?:\?vectors_from=(\d{1,9}))?$/.exec(text) ?? [];
  const scheme = secure ? "https" : "http";
  const origins = hosts?.split(",").map((host) => originOf(scheme, host)) ?? [];
  const authorization = login === undefined ? null : authorizationOf(login);
  if (origins.length === 0 || origins.includes(null) || authorization === undefined)
    throw new OperatorError(
      `HEADWATER_INDEX can't be used: ${addressForm}, with special characters of the password as %XX; opensearch+https:// for TLS.`,
    );
  const nodes = origins.filter((origin) => origin !== null);
  return {
    nodes,
    authorization,
    place: `OpenSearch at ${nodes.map((node) => new URL(node).host).join(", ")}`,
    vectorsFrom: vectorsFrom === undefined ? defaultVectorsFrom : Number(vectorsFrom),
  };
}

function originOf(scheme: string, host: string): string | null {
  const url = URL.parse(`${scheme}://${host}`);
  if (url === null || url.hostname === "" || url.pathname !== "/" || url.username !== "") return null;
  if (url.port === "" && !/:\d+$/.test(host)) url.port = String(defaultPort);
  return url.origin;
}

/** Undefined where it can't be read. */
function authorizationOf(login: string): string | undefined {
  const [user, ...password] = login.split(":");
  try {
    const pair = `${decodeURIComponent(user ?? "")}:${decodeURIComponent(password.join(":"))}`;
    return user === "" ? undefined : `Basic ${Buffer.from(pair).toString("base64")}`;
  } catch {
    return undefined;
  }
}
