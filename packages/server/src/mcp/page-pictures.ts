import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type { CallOperation } from "./call-operation.ts";
import { readPagePicture } from "./page-picture.ts";
import { detailOf } from "./tool-result.ts";

const address = "headwater://sources/{file_id}/pages/{page_number}";

/** Offers the pages of every source as pictures. They are addressed, not listed: a project may have millions. */
export function offerPagePictures(server: McpServer, call: CallOperation): void {
  server.registerResource(
    "page_picture",
    new ResourceTemplate(address, { list: undefined }),
    {
      title: "Page of a document",
      description: "One page as a picture. The ids come from list_sources and from citations.",
      mimeType: "image/png",
    },
    async (uri, { file_id, page_number }, { mcpReq }) => {
      const page = { fileId: String(file_id), pageNumber: String(page_number) };
      const picture = await readPagePicture(page, call, mcpReq.signal);
      // The reader of a resource sees errors of the protocol only. What the service refuses is wrong with the address.
      if ("status" in picture)
        throw new ProtocolError(
          picture.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
          detailOf(picture),
        );
      return { contents: [{ uri: uri.href, mimeType: picture.mimeType, blob: picture.base64 }] };
    },
  );
}
