import { unknownBuild } from "@headwater/spec";
import { defineRoute } from "../define-route.ts";
import { readPage } from "../paging.ts";
import { preferWait } from "../prefer-wait.ts";
import { presentBuild } from "../present/build.ts";

export const getBuild = defineRoute(
  "getBuild",
  async ({ params, query, headers, caller, signal, stopping }, rooms) => {
    const withElements = query.suppress_elements !== true;
    const withImages = query.suppress_img_base64 !== true;
    const report = await rooms.getBuild({
      projectId: caller.projectId,
      buildId: params.build_id,
      withElements,
      withImages,
      page: readPage(query),
      // A request with elements has already waited; see below.
      waitMs: withElements ? 0 : preferWait(headers.prefer),
      signal: AbortSignal.any([signal, stopping]),
    });
    if (!report) return unknownBuild(params.build_id);
    return presentBuild(report, withImages);
  },
  {
    failure: "Failed to retrieve build status",
    // There may be many elements. So this thread waits for the build, and another thread reads the elements.
    elsewhere: async ({ params, query, headers, caller, signal, stopping }, { getBuild }) => {
      const page = readPage(query);
      if (query.suppress_elements === true) return false;
      const report = await getBuild({
        projectId: caller.projectId,
        buildId: params.build_id,
        withElements: false,
        withImages: false,
        page,
        waitMs: preferWait(headers.prefer),
        signal: AbortSignal.any([signal, stopping]),
      });
      return report?.build.status === "Completed";
    },
  },
);
