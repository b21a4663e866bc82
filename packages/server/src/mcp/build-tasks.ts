import { type Build, limits, type ScheduledBuild } from "@headwater/spec";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { CallOperation } from "./call-operation.ts";
import { buildStatus } from "./tools/build-status.ts";

/** The extension of revision 2026-07-28 (SEP-2663) by which a call is answered with a task. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

const taskParams = z.looseObject({ taskId: z.string() });
const pollIntervalMs = limits.pollSeconds.min * 1000;

/** Whether the client of this request understands tasks. It says so with each request. */
export function takesTasks({ mcpReq }: ServerContext): boolean {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  const { extensions } = (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as ClientCapabilities;
  return extensions?.[tasksExtension] !== undefined;
}

/**
 * The task for a build that was just scheduled. Its id is that of the build, and its state is read from the build each
 * time: nothing else is kept, so that a restart of the service changes nothing.
 */
export function taskOf(result: CallToolResult): CallToolResult {
  const { build_id } = (result.structuredContent ?? {}) as Partial<ScheduledBuild>;
  if (result.isError || build_id === undefined) return result;
  const now = new Date().toISOString();
  return {
    ...result,
    resultType: "task",
    taskId: build_id,
    status: "working",
    createdAt: now,
    lastUpdatedAt: now,
    ttlMs: null,
    pollIntervalMs,
  };
}

/** Answers what clients ask about tasks. */
export function serveBuildTasks({ server }: McpServer, call: CallOperation): void {
  const readBuild = async (taskId: string, signal: AbortSignal) => {
    const result = await buildStatus.call({ build_id: taskId }, { call, signal, report: () => {} });
    const build = result.structuredContent as Build | undefined;
    if (result.isError || build === undefined || build.status === "not_found")
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, build?.message ?? failureOf(result));
    return { build, result };
  };

  server.setRequestHandler("tasks/get", { params: taskParams }, async ({ taskId }, { mcpReq }) => {
    const { build, result } = await readBuild(taskId, mcpReq.signal);
    return {
      taskId,
      createdAt: build.created_at,
      lastUpdatedAt: build.updated_at,
      ttlMs: null,
      pollIntervalMs,
      ...(build.message && { statusMessage: build.message }),
      ...stateOf(build, result),
    };
  });
  // The extension lets a server go on with what was cancelled: a source that was added is only removed by deleting it.
  server.setRequestHandler("tasks/cancel", { params: taskParams }, async ({ taskId }, { mcpReq }) => {
    await readBuild(taskId, mcpReq.signal);
    return {};
  });
}

/** A document that could not be read is a result that says so: the call itself did not fail. */
function stateOf(build: Build, result: CallToolResult) {
  if (build.status === "Pending" || build.status === "Processing") return { status: "working" };
  return { status: "completed", result: { ...result, ...(build.success ? {} : { isError: true }) } };
}

const failureOf = ({ content }: CallToolResult): string => {
  const [first] = content;
  return first?.type === "text" ? first.text : "The build could not be read";
};
