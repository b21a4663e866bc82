import { readPagePicture } from "../page-picture.ts";
import { schemaParts } from "../schema-parts.ts";
import type { Tool } from "../tool.ts";
import { failedResult } from "../tool-result.ts";

export const showPage: Tool = {
  name: "show_page",
  title: "Show a page",
  description:
    "Shows one page of a document as a picture. Use it for figures, forms and layout that text does not tell.",
  inputSchema: {
    type: "object",
    required: ["file_id", "page_number"],
    properties: {
      file_id: schemaParts.file_id,
      page_number: { type: "integer", minimum: 1, description: "1-based page." },
    },
  },
  needs: "read",
  async call({ file_id, page_number }, { call, signal }) {
    const page = { fileId: String(file_id ?? ""), pageNumber: String(page_number ?? "") };
    const picture = await readPagePicture(page, call, signal);
    if ("status" in picture) return failedResult(picture);
    return {
      content: [{ type: "image", data: picture.base64, mimeType: picture.mimeType }],
      structuredContent: {
        file_id: page.fileId,
        page_number: Number(page.pageNumber),
        mime_type: picture.mimeType,
      },
    };
  },
};
