export { flowContentOf } from "./flow-content.ts";
export { canonicalFlow, type FileGraph, type FileNode, type FilePrompt, type FlowFile } from "./flow-file.ts";
export { FlowFileError } from "./flow-file-error.ts";
export { suggestion } from "./near-name.ts";
export { type ParsedYaml, parseYaml, type YamlPath } from "./parse-yaml.ts";
export { printFlowFile } from "./print-flow-file.ts";
export {
  missingPrompts,
  promptNamesIn,
  withPromptNames,
  withPromptTexts,
  writesByPrompt,
} from "./prompts-of-flow.ts";
export { type ConfigRules, readFlowFile } from "./read-flow-file.ts";
export { textOfFile } from "./text-of-file.ts";
