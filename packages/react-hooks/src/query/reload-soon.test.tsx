import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { renderHookAt } from "../../testing/render.tsx";
import { routedFetch } from "../../testing/scripted-fetch.ts";
import { useConversations, useDeleteConversation } from "../conversations/conversation-hooks.ts";
import { useCreateFlow, useDeleteFlow } from "../flows/flow-changes.ts";
import { useFlows, usePrompts } from "../flows/flow-hooks.ts";
import { useCreatePrompt } from "../flows/prompt-changes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test("a list is loaded a few times while fifty changes of it follow each other, whatever it lists", async () => {
  const fetch = routedFetch({
    "GET /conversations": () => Response.json(example("listConversations.200")),
    "DELETE /conversations/c": () => Response.json(example("deleteConversation.200")),
    "GET /flows": () => Response.json(example("listFlows.200")),
    "POST /flows/create": () => Response.json(example("createFlow.200")),
    "DELETE /flows/support": () => Response.json(example("deleteFlow.200")),
    "GET /flows/prompts": () => Response.json(example("listPrompts.200")),
    "POST /flows/prompts": () => Response.json(example("createPrompt.200")),
  });
  const { result } = renderHookAt({ basePath: "/api/documents", fetch }, () => ({
    lists: [useConversations(), useConversations({ number: 1, size: 5 }), useFlows(), usePrompts()],
    forget: useDeleteConversation(),
    create: useCreateFlow(),
    remove: useDeleteFlow("support"),
    prompt: useCreatePrompt(),
  }));
  await pass(100);
  const loads = () => fetch.requests.filter(({ method }) => method === "GET").length;
  expect(loads()).toBe(4);
  const { forget, create, remove, prompt } = result.current;
  for (let change = 0; change < 50; change += 1) {
    forget.mutate({ conversation_id: "c" });
    create.mutate({ name: "support", template: "search", files: ["a.pdf"] });
    remove.mutate({});
    prompt.mutate({ name: "Short", text: "{context} {question}" });
    await pass(100);
  }
  await pass(5_000);
  const changes = fetch.requests.length - loads();
  expect(changes).toBe(200);
  // In five seconds: at once, after .5, .75, 1.1, 1.7 seconds, and once more at the end.
  expect(loads() - 4).toBeGreaterThanOrEqual(4 * 3);
  expect(loads() - 4).toBeLessThanOrEqual(4 * 7);
});
