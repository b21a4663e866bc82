import { keepsOlderFolder } from "../testing/data-folders/keeps-older-folder.ts";
import { olderFolders } from "../testing/data-folders/older-folder.ts";

for (const folder of olderFolders) keepsOlderFolder(folder);
