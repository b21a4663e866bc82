import { composeModels } from "../../packages/server/src/compose/models.ts";
import { readSettings } from "../../packages/server/src/config.ts";

/** The settings of models in the environment of this program. The keys of providers are there anyway. */
export const modelEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        /^HEADWATER_(?:\w+_)?MODEL(?:_\w+)?$/.test(entry[0]) && !!entry[1],
    ),
  );

/**
 * The same without the variables of benchmarks (HEADWATER_CORPORA and others), which the service would refuse as
 * settings.
 */
const settingsEnvironment = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("HEADWATER_"))),
  ...modelEnvironment(),
});

/** What answers and extracts in this process: by the configured language model, or built-in without one. */
export const benchModels = () =>
  composeModels(readSettings(settingsEnvironment()).models, (message) => console.error(message));
