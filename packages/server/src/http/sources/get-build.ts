import { defineRoute } from "../define-route.ts";
import { readPage } from "../paging.ts";
import { preferWait } from "../prefer-wait.ts";
import { presentBuild, presentUnknownBuild } from "../present/build.ts";

export const getBuild = defineRoute(
  "getBuild",
  async ({ params, query, headers, caller, signal, stopping }, rooms) => {
    const withImages = query.suppress_img_base64 !== true;
    const report = await rooms.getBuild({
      projectId: caller.projectId,
      buildId: params.build_id,
      withElements: query.suppress_elements !== true,
      withImages,
      page: readPage(query),
      waitMs: preferWait(headers.prefer),
      signal: AbortSignal.any([signal, stopping]),
    });
    if (!report) return presentUnknownBuild(params.build_id);
    return presentBuild(report, withImages);
  },
  { failure: "Failed to retrieve build status" },
);
