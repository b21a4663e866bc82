import { keepsOlderFolder } from "../testing/data-folders/keeps-older-folder.ts";
import { olderFolders } from "../testing/data-folders/older-folder.ts";

// Its start runs every migration. The long tests start the others.
keepsOlderFolder(olderFolders[0]);
