import { messages } from "@headwater/spec";
import { totalPages } from "../../kernel/page.ts";
import { defineRoute } from "../define-route.ts";
import { readPage } from "../paging.ts";
import { presentElement } from "../present/element.ts";

export const getElements = defineRoute(
  "getElements",
  async ({ query, caller }, { listElements }) => {
    const page = readPage(query);
    const withImages = query.suppress_img_base64 !== true;
    const filter = {
      type: query.type,
      pageNumbers: query.page_numbers,
      elementIds: query.element_ids,
      withoutTypes: query.elementsToRemove,
      textHolds: query.q,
      withoutImages: !withImages,
    };
    const { items, total, fileName } = await listElements(caller.projectId, query.file_id, filter, page);
    const context = { fileName, withImages };
    return {
      items: items.map((element) => presentElement(element, context)),
      total,
      page: page?.number ?? null,
      page_size: page?.size ?? null,
      total_pages: page ? totalPages(total, page) : null,
    };
  },
  {
    elsewhere: "always",
    failure: "Failed to retrieve elements",
    required: { file_id: messages.elementsFileIdRequired },
  },
);
