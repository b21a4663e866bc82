import { totalPages } from "../../kernel/page.ts";
import { defineRoute } from "../define-route.ts";
import { readPage } from "../paging.ts";
import { presentConversation } from "../present/conversation.ts";

export const listConversations = defineRoute(
  "listConversations",
  async ({ query, caller }, { browseConversations }) => {
    const page = readPage(query);
    const { items, total } = await browseConversations(caller.projectId, page);
    return {
      items: items.map(presentConversation),
      total,
      page: page?.number ?? null,
      page_size: page?.size ?? null,
      total_pages: page && totalPages(total, page),
    };
  },
  { elsewhere: "always", failure: "Failed to retrieve conversations" },
);
