const defaultTable = "headwater_owners";

/** Checks a table's name: it becomes part of the SQL. */
export function tableName(name: string = defaultTable): string {
  if (!/^[a-z_]\w{0,47}$/i.test(name))
    throw new TypeError('The table of an ownership store must be a plain name, such as "headwater_owners"');
  return name;
}
