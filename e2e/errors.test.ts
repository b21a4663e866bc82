import { brokenFiles, failures } from "./suites/failures.ts";
import { refusedToken } from "./suites/refused-token.ts";

// The long tests have the other kinds.
failures("next", [brokenFiles[0]]);
refusedToken("next");
