/** Codes of PostgreSQL or Node for an unreachable or stopping database, one without free connections (`55000`), or a standby. */
const lost = /^(ECONN|EPIPE|ENOENT|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET|57P0|53300|55000|25006|08)/

/** The same failures in words of the driver, which gives them no code. */
const lostInWords =
  /^(timeout exceeded when trying|timeout expired|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed))/

/** A coordinator's words for a node of Citus that is away, its own and those of its driver. */
const nodeAway = new RegExp(
  `^(${[
    'connection (to the remote node|establishment for node|not open)',
    'could not (establish any connections to the node|(receive data from|send data to) server)',
    'failure on connection marked as essential',
    'failed to (prepare transaction .* on host|read result .* from node|COPY to shard)',
    '(server closed the connection|SSL connection has been closed) unexpectedly',
    'SSL (SYSCALL )?error|SSL_(read|write) failed|invalid socket|no connection to the server',
  ].join('|')})`,
)

/** Conflicts with another transaction, or with the replay of the log on a standby. */
const conflicts = new Set(['40001', '40P01'])

/** A SQL state is a code of PostgreSQL's own, which means that it answered. */
const sqlState = /^[0-9A-Z]{5}$/

/** How the driver refuses a statement on a connection that has ended: it never left. */
const neverSent = /not queryable/

interface Failed {
  code?: string
  message?: string
}

/** Whether the database is away, or the connection to it. */
export function isLost(error: unknown): boolean {
  const { code = '', message = '' } = error as Failed
  return lost.test(code) || lostInWords.test(message) || isNodeAway(error)
}

/** Whether the database answers, but not a node where a part of its data lies. */
export const isNodeAway = (error: unknown): boolean =>
  nodeAway.test((error as Failed).message ?? '')

/** Whether a prepared statement failed since a migration has changed the columns of what it gives. */
export function hasStalePlan(error: unknown): boolean {
  const { code, message = '' } = error as Failed
  return code === '0A000' && message.startsWith('cached plan')
}

/** Whether a transaction that failed so before its COMMIT may be made anew. */
export const mayBeRepeated = (error: unknown): boolean =>
  !(error instanceof OutcomeUnknown) &&
  (conflicts.has((error as Failed).code ?? '') || hasStalePlan(error) || isLost(error))

/** Whether the database itself refused, which means that it answers. */
export const isRefusal = (error: unknown): boolean => {
  const { code = '' } = error as Failed
  return sqlState.test(code) && !code.startsWith('E')
}

/** The connection was lost at COMMIT: whether the transaction was committed isn't known. */
export class OutcomeUnknown extends Error {
  /** The SQL state `transaction_resolution_unknown`. */
  readonly code = '08007'

  constructor(cause?: unknown) {
    super('the connection was lost at COMMIT', { cause })
  }
}

/** Whether a COMMIT that failed so may have been carried out. */
export const mayBeCommitted = (error: unknown): boolean =>
  isRefusal(error) ? isLost(error) : !neverSent.test((error as Failed).message ?? '')
