import { browserSecurity } from "./suites/browser-security.ts";
import { conversationUnderWay } from "./suites/conversation-under-way.ts";
import { brokenFiles, failures } from "./suites/failures.ts";
import { refusedToken } from "./suites/refused-token.ts";
import { restartedService } from "./suites/restarted-service.ts";
import { runningUpload } from "./suites/running-upload.ts";
import { serviceFlows } from "./suites/service-flows.ts";
import { workbenchTour } from "./suites/workbench-tour.ts";

const suites = [
  conversationUnderWay,
  refusedToken,
  restartedService,
  runningUpload,
  serviceFlows,
  workbenchTour,
];

// The other files of these suites run them with the other backend.
browserSecurity("express", ["light", "dark"]);
failures("express", brokenFiles);
for (const suite of suites) suite("express");
