import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library cleans up by itself only when the test functions are global.
afterEach(cleanup);

// On a busy machine one second, the default of Testing Library, is too short.
configure({ asyncUtilTimeout: 100_000 });
