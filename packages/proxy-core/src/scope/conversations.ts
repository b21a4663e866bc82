import { type ConversationDetail, type ConversationPage, messages } from "@headwater/spec";
import { refuse } from "../errors.ts";
import { readBody, writeBody } from "./read-body.ts";
import { readQuery, writeQuery } from "./read-query.ts";
import type { ScopedRequest, ScopeRule } from "./scoped-request.ts";

const noBody = { kind: "none" } as const;

/** Lists the conversations that the caller began. The service is asked for all: a page of its own would have gaps. */
export const listConversations: ScopeRule = async (request) => {
  const { store, scope } = request;
  const query = readQuery(request);
  const page = readPage(query.get("page")?.[0], query.get("page_size")?.[0]);
  return {
    kind: "forward",
    // The service refuses a page that is not valid, in its own words.
    query: page === "invalid" ? writeQuery(query) : "",
    body: noBody,
    async onAnswer(value) {
      const { items } = (value ?? {}) as Partial<ConversationPage>;
      const owned = new Set(await store.listOwned("conversation", scope.caller));
      const own = Array.isArray(items) ? items.filter((each) => owned.has(each?.conversation_id)) : [];
      return pageOf(own, page === "invalid" ? null : page);
    },
  };
};

/** Reads a conversation that the caller began, without the turns that cite a file that the caller may no longer see. */
export const readConversation: ScopeRule = async (request) => {
  await ownConversation(request);
  return {
    kind: "forward",
    query: "",
    body: noBody,
    async onAnswer(value) {
      const conversation = value as Partial<ConversationDetail> | null;
      if (!Array.isArray(conversation?.turns)) return value;
      const visible = await Promise.all(
        conversation.turns.map(({ citations }) =>
          request.files.cover((citations ?? []).flatMap(({ file_id }) => file_id ?? [])),
        ),
      );
      const turns = conversation.turns.filter((_, index) => visible[index]);
      if (turns.length === conversation.turns.length) return value;
      return { ...conversation, turns, turn_count: turns.length };
    },
  };
};

export const renameConversation: ScopeRule = async (request) => {
  await ownConversation(request);
  return { kind: "forward", query: "", body: writeBody(await readBody(request)) };
};

export const deleteConversation: ScopeRule = async (request) => {
  const id = await ownConversation(request);
  return {
    kind: "forward",
    query: "",
    body: noBody,
    async onAnswer(value) {
      await request.store.release("conversation", id);
      return value;
    },
  };
};

async function ownConversation({ call, store, scope }: ScopedRequest): Promise<string> {
  const { conversation_id: id = "" } = call.params;
  if ((await store.ownerOf("conversation", id)) !== scope.caller)
    throw refuse(404, messages.conversationNotFound);
  return id;
}

type Page = { number: number; size: number };

/** Null where only one of the two is given: then there are no pages. */
function readPage(page: string | undefined, size: string | undefined): Page | null | "invalid" {
  if (page === undefined && size === undefined) return null;
  const isValid = [page, size].every((text) => text === undefined || /^[1-9]\d{0,8}$/.test(text));
  if (!isValid || Number(size ?? 1) > 100) return "invalid";
  return page === undefined || size === undefined ? null : { number: Number(page), size: Number(size) };
}

function pageOf(items: ConversationPage["items"], page: Page | null): ConversationPage {
  const total = items.length;
  if (!page) return { items, total, page: null, page_size: null, total_pages: null };
  const start = (page.number - 1) * page.size;
  return {
    items: items.slice(start, start + page.size),
    total,
    page: page.number,
    page_size: page.size,
    total_pages: Math.ceil(total / page.size),
  };
}
