import pg from 'pg'

/** What pg's connection and query do that its types don't tell. */
interface Wire {
  bind(config: { portal: string; statement: string; values: unknown[] }): void
  execute(config: { portal: string }): void
}
interface Preparing {
  requiresPreparation(): boolean
  prepare(connection: Wire): void
}

const prepare = (pg.Query.prototype as unknown as Preparing).prepare

/**
 * The first statement of a transaction, sent in one message with the BEGIN before it: half the round trips and writes to the
 * socket. PostgreSQL doesn't run the statement if BEGIN fails.
 * @param begin the name of BEGIN as a statement that is prepared on this connection
 */
export class BeginningQuery extends pg.Query {
  readonly #begin: string

  constructor(
    begin: string,
    statement: pg.QueryConfig,
    done: (error: Error | undefined, result: unknown) => void,
  ) {
    // The results are those of both; the callback gets an array.
    super(statement, (error, results) => done(error, [results].flat().at(-1)))
    this.#begin = begin
  }

  requiresPreparation(): boolean {
    return true
  }

  prepare(connection: Wire): void {
    connection.bind({ portal: '', statement: this.#begin, values: [] })
    connection.execute({ portal: '' })
    prepare.call(this as unknown as Preparing, connection)
  }
}
