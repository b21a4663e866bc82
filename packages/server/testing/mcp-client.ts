import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** `modern` is revision 2026-07-28; `legacy` is 2025-11-25, which begins with a handshake. */
export type Revision = "modern" | "legacy";

/** Whether the client asks first what the server speaks, and which answer it takes. */
export const clientOptions = (revision: Revision): ClientOptions => ({
  versionNegotiation: { mode: revision === "legacy" ? "legacy" : { pin: "2026-07-28" } },
});

/** A client of the official SDK, connected to a service over HTTP. Further headers go with each request. */
export async function connectMcpClient(
  { origin, token }: { origin: string; token: string },
  revision: Revision = "modern",
  options: ClientOptions = {},
): Promise<Client> {
  const client = new Client(
    { name: "headwater-test", version: "1" },
    { ...clientOptions(revision), ...options },
  );
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

/** The text that a tool answered. */
export const textOf = ({ content }: { content: unknown[] }): string =>
  content.map((part) => (part as { text?: string }).text ?? "").join("\n");
