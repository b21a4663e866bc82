import { browserSecurity } from "./suites/browser-security.ts";
import { conversationUnderWay } from "./suites/conversation-under-way.ts";
import { failures } from "./suites/failures.ts";
import { runningUpload } from "./suites/running-upload.ts";
import { serviceFlows } from "./suites/service-flows.ts";
import { workbenchTour } from "./suites/workbench-tour.ts";

// `npm test` runs each of these with the other backend.
const suites = [browserSecurity, conversationUnderWay, failures, runningUpload, serviceFlows, workbenchTour];
for (const suite of suites) suite("express");
