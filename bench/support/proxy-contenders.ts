import { Agent, createServer, type Server, request as sendRequest } from "node:http";
import express, { type RequestHandler } from "express";
import { upstreamToken } from "./proxy-upstream.ts";

/** The path of the sources surface in every proxy. In the upstream it is `/sources`. */
export const mountPoint = "/api/documents";
const surface = "/sources";
const authorization = `Bearer ${upstreamToken}`;

/** The build that the benchmark polls, and the caller who owns it when scopes are on. */
export const polledBuild = "b7f3c0de-5b1a-4c8e-9a51-0d6f6a2f3e11";
const caller = "benchmark";

export const ours = "headwater (Express)";

export const oursScoped = "headwater (Express, under a scope)";

/** The minimum of a proxy: two streams and nothing between them. */
export const barePipe = "bare node:http pipe";

function underExpress(proxy: RequestHandler): Server {
  const app = express();
  app.disable("x-powered-by");
  app.use(mountPoint, proxy);
  return createServer(app);
}

/** Headwater's proxy, and the pipe that it is compared with. Both add the token. A process loads only its own proxy. */
export const contenders: Record<string, (upstream: string) => Server | Promise<Server>> = {
  [ours]: async (upstream) => {
    const { documentsProxy } = await import("@headwater/express-proxy");
    return underExpress(
      documentsProxy({
        baseUrl: upstream + surface,
        token: async () => upstreamToken,
        authorize: async () => true,
      }),
    );
  },

  [oursScoped]: async (upstream) => {
    const { createMemoryOwnershipStore, documentsProxy } = await import("@headwater/express-proxy");
    const ownership = createMemoryOwnershipStore();
    await ownership.claim("build", polledBuild, caller);
    return underExpress(
      documentsProxy({
        baseUrl: upstream + surface,
        token: upstreamToken,
        ownership,
        authorize: () => ({ caller, files: ["0f8fad5b-d9cb-469f-a165-70867728950e"], ingest: true }),
        // One caller asks thousands of questions a second here.
        limits: { perCaller: { questionsPerMinute: Number.POSITIVE_INFINITY } },
      }),
    );
  },

  [barePipe]: (upstream) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 256 });
    const { hostname, port } = new URL(upstream);
    return createServer((request, response) => {
      const sent = sendRequest(
        {
          hostname,
          port,
          agent,
          method: request.method,
          path: surface + (request.url ?? "").slice(mountPoint.length),
          headers: { ...request.headers, authorization },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      sent.on("error", () => response.destroy());
      request.pipe(sent);
    });
  },
};

/** Headwater's proxy with its default limits of what is open, where the header `x-user` names the caller. Without it there is none. */
export const callers = "headwater (Express, a caller by header)";
export async function startCallers(upstream: string): Promise<Server> {
  const { createMemoryOwnershipStore, documentsProxy } = await import("@headwater/express-proxy");
  const ownership = createMemoryOwnershipStore();
  await ownership.claim("build", polledBuild, caller);
  return underExpress(
    documentsProxy({
      baseUrl: upstream + surface,
      token: upstreamToken,
      ownership,
      // The same caller opens its streams again and again here.
      limits: { perCaller: { questionsPerMinute: Number.POSITIVE_INFINITY } },
      authorize: (request) => {
        const name = request.get("x-user");
        return name ? { caller: name, files: ["0f8fad5b-d9cb-469f-a165-70867728950e"] } : true;
      },
    }),
  );
}
