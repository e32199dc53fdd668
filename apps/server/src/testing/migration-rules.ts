import { type AlterTableCmd, type Constraint, type Node, parse, type RangeVar } from 'libpg-query'
import type { Migration } from '../db/migrations/migration-file.ts'

// What a migration must not do, since it would keep others waiting for as long as a table is large.

/** @returns what is wrong with a migration, each a sentence; none where it keeps nobody waiting for long */
export async function lockProblems(migration: Migration): Promise<string[]> {
  const { stmts = [] } = await parse(migration.sql)
  const statements = stmts.flatMap(({ stmt }) => (stmt ? [stmt] : []))
  if (migration.way === 'no-transaction') return concurrentProblems(statements)
  if (migration.way === 'backfill') return backfillProblems(statements, migration)
  const made = new Set(statements.map((each) => tableMadeBy(each)))
  const problems = statements.flatMap((each) => {
    const table = tableOf(each)
    return table !== undefined && made.has(table) ? [] : statementProblems(each)
  })
  const validates = (each: Node) =>
    commandsOf(each).some(({ subtype }) => subtype === 'AT_ValidateConstraint')
  if (statements.some(validates) && !statements.every(validates))
    problems.push(
      'validate a constraint in a file of its own: here, the locks before it are held meanwhile',
    )
  return problems
}

function concurrentProblems(statements: readonly Node[]): string[] {
  const [statement, ...more] = statements
  if (!statement || more.length > 0) return ['a file without a transaction holds one statement']
  if ('IndexStmt' in statement) {
    const { concurrent, if_not_exists } = statement.IndexStmt
    return concurrent && if_not_exists ? [] : ['say create index concurrently if not exists']
  }
  if ('DropStmt' in statement && statement.DropStmt.concurrent && statement.DropStmt.missing_ok)
    return []
  return [
    'only create index concurrently and drop index concurrently if exists need no transaction',
  ]
}

function backfillProblems(statements: readonly Node[], { sql }: Migration): string[] {
  if (statements.length !== 1) return ['a backfill holds one statement']
  return /\bid = any\(\$1\)/i.test(sql) ? [] : ['a backfill changes the rows where id = any($1)']
}

const nameOf = (relation: RangeVar | undefined) => relation?.relname

function tableMadeBy(statement: Node): string | undefined {
  if ('CreateStmt' in statement) return nameOf(statement.CreateStmt.relation)
  if ('CreateTableAsStmt' in statement) return nameOf(statement.CreateTableAsStmt.into?.rel)
  return undefined
}

function tableOf(statement: Node): string | undefined {
  if ('IndexStmt' in statement) return nameOf(statement.IndexStmt.relation)
  if ('AlterTableStmt' in statement) return nameOf(statement.AlterTableStmt.relation)
  if ('UpdateStmt' in statement) return nameOf(statement.UpdateStmt.relation)
  if ('DeleteStmt' in statement) return nameOf(statement.DeleteStmt.relation)
  return undefined
}

/** Statements that take as long as a table is large, and what to do instead. */
const refused: Readonly<Record<string, string>> = {
  IndexStmt: 'build the index concurrently, in a file without a transaction',
  UpdateStmt: 'change rows in a backfill',
  DeleteStmt: 'delete rows in a backfill',
  MergeStmt: 'change rows in a backfill',
  TruncateStmt: 'empty no table that servers use',
  LockStmt: 'lock no table',
  VacuumStmt: 'leave vacuum to the database',
  ClusterStmt: 'rewrite no table',
  ReindexStmt: 'build another index concurrently instead',
  DoStmt: 'write the statements out, so that they can be looked at',
  CallStmt: 'write the statements out, so that they can be looked at',
}

function statementProblems(statement: Node): string[] {
  const [kind = ''] = Object.keys(statement)
  const words = refused[kind]
  return words ? [words] : commandsOf(statement).flatMap(commandProblems)
}

const commandsOf = (statement: Node): AlterTableCmd[] =>
  'AlterTableStmt' in statement
    ? (statement.AlterTableStmt.cmds ?? []).flatMap((each) =>
        'AlterTableCmd' in each ? [each.AlterTableCmd] : [],
      )
    : []

function commandProblems({ subtype, def }: AlterTableCmd): string[] {
  if (subtype === 'AT_AlterColumnType') return ['add another column instead of changing a type']
  if (subtype === 'AT_SetNotNull')
    return ['add a check that is not valid, and validate it in a file of its own']
  if (/^AT_(SetLogged|SetUnLogged|SetTableSpace|SetAccessMethod)$/.test(subtype ?? ''))
    return ['rewrite no table']
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
    return constraintProblems(def.Constraint)
  if (subtype !== 'AT_AddColumn' || !def || !('ColumnDef' in def)) return []
  return (def.ColumnDef.constraints ?? []).flatMap((each) =>
    'Constraint' in each ? columnProblems(each.Constraint) : [],
  )
}

function constraintProblems({ contype, skip_validation, indexname }: Constraint): string[] {
  if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN')
    return skip_validation
      ? []
      : ['add the constraint not valid, and validate it in a file of its own']
  return indexname ? [] : ['build a unique index concurrently, and add the constraint using it']
}

function columnProblems({ contype, raw_expr }: Constraint): string[] {
  if (contype === 'CONSTR_NULL' || contype === 'CONSTR_NOTNULL') return []
  if (contype === 'CONSTR_DEFAULT')
    return isStable(raw_expr)
      ? []
      : ['this default writes every row anew: set it after the column is added, and backfill']
  if (contype === 'CONSTR_GENERATED' || contype === 'CONSTR_IDENTITY')
    return ['a generated column writes every row anew: use a trigger and a backfill']
  return ['add the constraint by itself, not valid, after the column']
}

/** Whether a default is computed once for all rows. */
function isStable(expression: unknown): boolean {
  const names = [
    ...JSON.stringify(expression ?? null).matchAll(/"FuncCall":\{"funcname":\[(.*?)\]/g),
  ]
  return names.every(([, name = '']) => name.includes('"now"'))
}
