import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from './connection.ts'

// Template tags that run SQL, such as queryAll(db)<{ id: string }>`select id from users`.

type Template = Parameters<typeof sql>

const run = <Row>(db: Db, template: Template) => sql<Row>(...template).execute(db)

export const queryAll =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await run<Row>(db, template)).rows

/** The first row; undefined where there is none. */
export const queryFirst =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row | undefined> =>
    (await run<Row>(db, template)).rows[0]

/** The values of the only column. */
export const queryColumn =
  (db: Db) =>
  async <Value = string>(...template: Template): Promise<Value[]> =>
    (await run<Record<string, Value>>(db, template)).rows.flatMap((row) => Object.values(row))

/** The number in the only column of the first row; 0 where there is none. */
export const queryNumber =
  (db: Db) =>
  async (...template: Template): Promise<number> =>
    (await queryColumn(db)<number | null>(...template))[0] ?? 0

/** Whether there is a row. */
export const queryExists =
  (db: Db) =>
  async (...template: Template): Promise<boolean> =>
    (await run(db, template)).rows.length > 0

/** Whether the statement changed exactly one row. */
export const queryChangesOne =
  (db: Db) =>
  async (...template: Template): Promise<boolean> =>
    (await run(db, template)).numAffectedRows === 1n

/**
 * A condition that a column is one of some values. One alone is compared with `=`: for a list of unknown
 * length PostgreSQL assumes ten rows, and would plan a statement anew each time that it is executed with one. Citus needs
 * to see the values, to ask their shards alone.
 */
export const isAmong = (
  column: RawBuilder<unknown>,
  values: readonly unknown[],
  type: 'uuid' | 'text',
): RawBuilder<SqlBool> =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = any(${values}::${sql.raw(type)}[])`
