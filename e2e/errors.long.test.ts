import { brokenFiles, failures } from "./suites/failures.ts";
import { refusedToken } from "./suites/refused-token.ts";

// `next.long.test.ts` has the other kinds.
failures("next", [brokenFiles[0]]);
refusedToken("next");
