import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library does this by itself only where the test functions are global.
afterEach(cleanup);

// A busy machine is slower than the second that Testing Library would wait.
configure({ asyncUtilTimeout: 15_000 });
