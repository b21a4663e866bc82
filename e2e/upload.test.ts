import { runningUpload } from "./suites/running-upload.ts";

runningUpload("next");
