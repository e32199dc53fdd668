/** Columns that a file, or a row of NDJSON, can have. */
export const mostColumns = 1000

/** Characters that the name of a column can have; surveys put whole questions there. */
export const longestName = 1000
