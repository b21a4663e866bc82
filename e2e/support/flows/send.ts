import type { ServerResponse } from "node:http";

export function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

export const page = (items: unknown[]) => ({
  items,
  total: items.length,
  page: 1,
  page_size: 10,
  total_pages: items.length > 0 ? 1 : 0,
});
