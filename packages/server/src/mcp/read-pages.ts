import { limits } from "@headwater/spec";
import type { CallReply, OperationCall } from "./call-operation.ts";
import type { Piece, ReadWindow } from "./read-on.ts";
import type { ToolContext } from "./tool.ts";

const size = limits.pageSize.max;

/** Reads a list of the service page by page. `call` gives the call for a page, and `read` the items of its answer. */
export function readPages<Item extends Piece>(
  { call, signal }: Pick<ToolContext, "call" | "signal">,
  callFor: (page: { page: number; page_size: number }) => OperationCall,
  read: (reply: CallReply) => { items: Item[]; total: number },
): ReadWindow<Item> {
  return async (index) => {
    const page = Math.floor(index / size) + 1;
    const reply = await call(callFor({ page, page_size: size }), signal);
    if (reply.status !== 200) return reply;
    return { first: (page - 1) * size, ...read(reply) };
  };
}
