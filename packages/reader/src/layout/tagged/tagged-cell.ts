/** A cell of a table by its tags. `contents`: the numbers of its marked content. */
export type TaggedCell = { contents: number[]; isHeader: boolean; columns: number; rows: number };

export type TaggedRow = { cells: TaggedCell[]; isHead: boolean };
