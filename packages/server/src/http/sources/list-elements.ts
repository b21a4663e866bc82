import { totalPages } from "../../kernel/page.ts";
import { elementsFileIdRequired, fileNotFound } from "../../sources/errors.ts";
import { defineRoute } from "../define-route.ts";
import { namedFiles } from "../named-files.ts";
import { readPage } from "../paging.ts";
import { presentMetadata } from "../present/element.ts";

/** Deprecated operation; get-elements replaces it. */
export const listElements = defineRoute(
  "listElements",
  async ({ body, caller }, rooms) => {
    const [fileId] = await namedFiles(rooms, caller, body, {
      missing: elementsFileIdRequired,
      unknown: fileNotFound,
    });
    const page = readPage(body);
    const filter = {
      type: body.filter?.type,
      pageNumbers: body.filter?.page_numbers,
      withoutTypes: body.filter?.elementsToRemove,
      withoutImages: true,
    };
    const { items, total, fileName } = await rooms.listElements(caller.projectId, fileId, filter, page);
    return {
      items: items.map((element) => ({
        id: element.elementId,
        page_content: element.text,
        type: "Document" as const,
        metadata: presentMetadata(element, fileName),
      })),
      total,
      page: page?.number ?? null,
      page_size: page?.size ?? null,
      total_pages: page ? totalPages(total, page) : null,
    };
  },
  { elsewhere: "always", failure: "Failed to retrieve elements" },
);
