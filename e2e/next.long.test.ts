import { brokenFiles, failures } from "./suites/failures.ts";
import { restartedService } from "./suites/restarted-service.ts";
import { runningUpload } from "./suites/running-upload.ts";

failures("next", brokenFiles.slice(1));
restartedService("next");
runningUpload("next");
