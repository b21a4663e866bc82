import type { Conversation, ConversationDetail } from "@headwater/client";
import { act, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import {
  useConversation,
  useConversations,
  useDeleteConversation,
  useRenameConversation,
} from "./conversation-hooks.ts";

const { turns, ...stored } = example<ConversationDetail>("getConversation.200");
const { conversation_id } = stored;

/** A service with one conversation. */
function serve() {
  let conversation: Conversation | undefined = stored;
  return routedFetch({
    "GET /conversations": () =>
      Response.json({
        items: conversation ? [conversation] : [],
        total: conversation ? 1 : 0,
        page: null,
        page_size: null,
        total_pages: null,
      }),
    [`GET /conversations/${conversation_id}`]: () => Response.json({ ...conversation, turns }),
    [`PATCH /conversations/${conversation_id}`]: async (request) => {
      conversation = { ...stored, ...((await request.json()) as { title: string }) };
      return Response.json(conversation);
    },
    [`DELETE /conversations/${conversation_id}`]: () => {
      conversation = undefined;
      return Response.json({ conversation_id, message: "Conversation deleted successfully" });
    },
  });
}

const useAll = (id?: string) => ({
  list: useConversations(),
  one: useConversation(id),
  rename: useRenameConversation(),
  deletion: useDeleteConversation(),
});

test("conversations are listed and read, and follow a rename and a deletion", async () => {
  const { result } = renderHookAt({ basePath: "/api/documents", fetch: serve() }, () =>
    useAll(conversation_id),
  );
  const titles = () => result.current.list.data?.items.map(({ title }) => title);
  await waitFor(() => expect(titles()).toEqual([stored.title]));
  await waitFor(() => expect(result.current.one.data?.turns).toEqual(turns));
  await act(() => result.current.rename.mutateAsync({ conversation_id, title: "Mine" }));
  await waitFor(() => expect(titles()).toEqual(["Mine"]));
  await waitFor(() => expect(result.current.one.data?.title).toBe("Mine"));
  await act(() => result.current.deletion.mutateAsync({ conversation_id }));
  await waitFor(() => expect(titles()).toEqual([]));
});

test("a page is asked for, and nothing without an id", async () => {
  const fetch = serve();
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    list: useConversations({ number: 2, size: 10 }),
    one: useConversation(undefined),
  }));
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  expect(fetch.requests.map(({ url }) => new URL(url).search)).toEqual(["?page=2&page_size=10"]);
  expect(result.current.one.fetchStatus).toBe("idle");
});
