import { failures } from "./suites/failures.ts";

failures("next");
