import { type ConfigRules, type FlowFile, readFlowFile as read } from "@headwater/spec/flow-file";
import { createConfigSchemas } from "./config-schemas.ts";
import { refuseFile } from "./refuse-file.ts";

/**
 * Reads a flow from YAML or JSON, with configurations as the service describes them.
 *
 * @throws {OperatorError} with file, line, column and path
 */
export const readFlowFile = (
  text: string,
  fileName: string,
  configs: ConfigRules = createConfigSchemas(),
): FlowFile => refuseFile(() => read(text, fileName, configs));
