import type { SqlText } from './sql-text.ts'

/** What a distribution says of a construct, and the page that says it. */
interface Support {
  is: 'has' | 'in part' | 'lacks'
  note?: string
  page: string
}

export interface Construct {
  name: string
  /** On the tokens of a statement. */
  found: RegExp
  yugabyte: Support
  cockroach: Support
  /** Why it stays, and what would replace it. */
  why: string
}

const yugabyte = (path: string) => `https://docs.yugabyte.com/stable/${path}`
const yugabyteIssue = (n: number) => `https://github.com/yugabyte/yugabyte-db/issues/${n}`
const cockroach = (path: string) => `https://www.cockroachlabs.com/docs/v25.4/${path}`
const cockroachIssue = (n: number) => `https://github.com/cockroachdb/cockroach/issues/${n}`

const has = (page: string, note?: string): Support => ({ is: 'has', page, ...(note && { note }) })
const inPart = (page: string, note: string): Support => ({ is: 'in part', page, note })
const lacks = (page: string, note?: string): Support => ({
  is: 'lacks',
  page,
  ...(note && { note }),
})

const yugabyteFeatures = yugabyte('explore/ysql-language-features/')
const cockroachFeatures = cockroach('sql-feature-support')
const cockroachStatements = cockroach('sql-statements')

/** Constructs that at least one of both lacks, in whole or in part. */
export const constructs: readonly Construct[] = [
  {
    name: 'triggers with transition tables',
    found: /\bcreate trigger .* referencing (new|old) table/,
    yugabyte: lacks(yugabyteIssue(1668)),
    cockroach: lacks(cockroach('triggers#known-limitations')),
    why: 'Nothing: the server’s statements do it.',
  },
  {
    name: 'triggers of rows',
    found: /\bcreate trigger (?!.* referencing )/,
    yugabyte: has(yugabyteFeatures),
    cockroach: inPart(cockroach('triggers#known-limitations'), 'no `update of`'),
    why: 'Nothing: the server’s statements do it.',
  },
  {
    name: 'aggregates of our own',
    found: /\bcreate (or replace )?aggregate\b/,
    yugabyte: has(yugabyte('api/ysql/the-sql-language/statements/ddl_create_aggregate/')),
    cockroach: lacks(cockroachStatements),
    why: 'Nothing: `jsonb_object_agg` in an order does it.',
  },
  {
    name: 'procedures',
    found: /\bcreate (or replace )?procedure\b|^call\b/,
    yugabyte: has(yugabyte('api/ysql/the-sql-language/statements/ddl_create_procedure/')),
    cockroach: inPart(cockroach('stored-procedures#known-limitations'), 'no schema changes in one'),
    why: 'Nothing: the server’s statements do it.',
  },
  {
    name: '`do` blocks',
    found: /^do \$\$/,
    yugabyte: has(yugabyte('api/ysql/the-sql-language/statements/cmd_do/')),
    cockroach: inPart(cockroach('plpgsql#known-limitations'), 'no `execute`, no loops over rows'),
    why: 'Run once: 0082-1 makes functions with a collation that the server has, 0089 sets a compression that the embedded engine lacks; the others find nothing to do in a new database. `rules.test.ts` refuses new ones.',
  },
  {
    name: 'functions in PL/pgSQL',
    found: /\bcreate (or replace )?function .* language plpgsql/,
    yugabyte: has(yugabyteFeatures),
    cockroach: inPart(
      cockroach('plpgsql#known-limitations'),
      'no `perform`, no variables with a collation',
    ),
    why: 'One definition of what counts as the same text, for columns, indexes and queries. As one SQL expression it would fold ASCII, most of all text, as slowly as the rest.',
  },
  {
    name: 'functions of our own in columns and indexes',
    found: /\bgenerated always as \( steward_|\bcreate (unique )?index .*\bsteward_\w+ \(/,
    yugabyte: has(yugabyte('api/ysql/pg15-features/')),
    cockroach: lacks(cockroach('user-defined-functions#known-limitations')),
    why: 'Search, sorting and unique names need the folded text in an index. Columns that the server writes would replace it.',
  },
  {
    name: '`nulls not distinct`',
    found: /\bnulls not distinct\b/,
    yugabyte: has(yugabyte('api/ysql/pg15-features/')),
    cockroach: lacks(cockroachIssue(115836)),
    why: 'An index on `coalesce(parent_id, …)` would replace it; to servers of the version before, a new unique index is a new refusal.',
  },
  {
    name: 'the compression of a column',
    found: /\bset compression\b/,
    yugabyte: lacks(yugabyteIssue(1124)),
    cockroach: lacks(cockroach('alter-table')),
    why: 'Batches of the audit log are compressed in a quarter of the time. A server that lacks it goes without.',
  },
  {
    name: 'unlogged tables',
    found: /\bcreate unlogged table\b/,
    yugabyte: lacks(yugabyteIssue(1129)),
    cockroach: inPart(cockroach('migrate-from-openstreetmap'), 'they are tables like others'),
    why: 'What may be lost in a crash writes no WAL. Without the word all works.',
  },
  {
    name: 'GIN indexes of trigrams',
    found: /\bgin_trgm_ops\b/,
    yugabyte: inPart(
      yugabyte('explore/ysql-language-features/indexes-constraints/gin/#limitations'),
      'only scans with one required key',
    ),
    cockroach: has(cockroach('trigram-indexes')),
    why: 'A word is found in a million rows by nothing else that is part of PostgreSQL.',
  },
  {
    name: 'an index on an expression of a generated column',
    found: /\busing gin \( split_part \( search\b/,
    yugabyte: has(yugabyteFeatures),
    cockroach: lacks(cockroach('expression-indexes#known-limitations')),
    why: 'Names of people are searched without their addresses. A second generated column would replace it.',
  },
  {
    name: 'advisory locks',
    found: /\bpg_(try_)?advisory_\w+/,
    yugabyte: has(yugabyte('explore/transactions/explicit-locking/'), 'from 2025.1'),
    cockroach: lacks(
      cockroach('postgresql-compatibility#unsupported-features'),
      'they lock nothing',
    ),
    why: 'Held for a transaction, so poolers don’t matter, and there before any table is. Rows of a table of locks, `for update`, would replace all but those of migrations.',
  },
  {
    name: 'notifications (`listen`, `pg_notify`)',
    found: /^listen\b|\bpg_notify\b/,
    yugabyte: has(
      yugabyte('api/ysql/the-sql-language/statements/cmd_listen_notify/'),
      'from 2025.2.3, early access',
    ),
    cockroach: lacks(cockroach('postgresql-compatibility#unsupported-features')),
    why: 'Changes show at once. Servers that hear none look each second.',
  },
  {
    name: '`pg_locks`',
    found: /\bpg_locks\b/,
    yugabyte: inPart(yugabyte('explore/observability/pg-locks/'), 'rows of its own lock manager'),
    cockroach: inPart(cockroach('pg-catalog'), 'without locks of tables'),
    why: 'Sealing asks who still writes entries. `steward migrate --dry-run` asks in an embedded copy.',
  },
  {
    name: '`ctid`',
    found: /\bctid\b/,
    yugabyte: lacks(yugabyteIssue(24843)),
    cockroach: lacks(cockroachStatements),
    why: 'A backup reads some pages at a time, in constant memory also of the embedded engine, whose COPY can’t be made to wait. Ranges of the primary key would replace it where a table has one.',
  },
  {
    name: 'statements that change several tables (modifying CTEs)',
    found: /\bas (materialized )?\( (insert into|update|delete from)\b/,
    yugabyte: has(yugabyteFeatures),
    cockroach: inPart(cockroach('subqueries'), 'each table once in a statement'),
    why: 'Change, counters and audit entry in one round trip. Several statements of the transaction would replace it.',
  },
  {
    name: '`vacuum`, and how often it runs by itself',
    found: /^vacuum\b|\bautovacuum_\w+/,
    yugabyte: inPart(yugabyteIssue(18330), 'taken, and ignored'),
    cockroach: lacks(cockroach('create-statistics'), '`analyze` instead'),
    why: 'Dead rows and the visibility map are PostgreSQL’s own. `analyze` would replace it.',
  },
  {
    name: 'settings of PostgreSQL’s storage',
    found: /\bset local (gin_pending_list_limit|maintenance_work_mem|synchronous_commit)\b/,
    yugabyte: inPart(yugabyteFeatures, 'without effect on its storage'),
    cockroach: inPart(cockroach('session-variables'), '`synchronous_commit` alone, without effect'),
    why: 'A seed and a restore take a fraction of the time. Without them all works.',
  },
  {
    name: '`pg_stat_activity`, `pg_backend_pid`',
    found: /\bpg_stat_activity\b|\bpg_backend_pid\b/,
    yugabyte: has(yugabyte('explore/observability/pg-stat-activity/')),
    cockroach: lacks(cockroach('pg-catalog'), 'the view is empty'),
    why: 'A restore looks whether somebody else is connected.',
  },
  {
    name: 'positions in the WAL',
    found:
      /\bpg_(current_wal\w*|last_wal\w*|walfile_name|stat_wal_receiver|control_checkpoint|lsn)\b/,
    yugabyte: lacks(yugabyteIssue(30378)),
    cockroach: lacks(cockroach('pg-catalog')),
    why: 'Asked only where `DATABASE_READ_URL` names a standby: no answer is older than its question.',
  },
  {
    name: 'the server’s files (`pg_backup_start`)',
    found: /\bpg_backup_\w+/,
    yugabyte: lacks(yugabyte('manage/backup-restore/')),
    cockroach: lacks(cockroach('backup-and-restore-overview')),
    why: 'The embedded engine alone is copied so.',
  },
  {
    name: '`lock table`',
    found: /^lock table\b/,
    yugabyte: lacks(yugabyteIssue(5384)),
    cockroach: lacks(cockroachStatements),
    why: 'A backup keeps columns from being changed before it takes its snapshot.',
  },
  {
    name: 'texts with a collation of their own (`collate "C"`, ICU)',
    found: /\bcollat(e|ion) ("c"|(public\.)?steward_)/,
    yugabyte: has(yugabyteFeatures),
    cockroach: inPart(cockroach('collate'), 'another type, which `||` refuses'),
    why: 'The same order on every engine, whatever collation a database was made with.',
  },
  {
    name: '`pg_collation_actual_version()`',
    found: /\bpg_collation_actual_version\b/,
    yugabyte: has(yugabyte('api/ysql/pg15-features/')),
    cockroach: lacks(cockroach('functions-and-operators'), 'not listed'),
    why: 'Whether indexes were built with this version of ICU’s order.',
  },
  {
    name: '`normalize()`',
    found: /\bnormalize \(/,
    yugabyte: has(yugabyte('api/ysql/pg15-features/')),
    cockroach: lacks(cockroach('functions-and-operators#string-and-byte-functions'), 'not listed'),
    why: 'Accents and compatibility forms in searches and names. Columns that the server writes would replace it.',
  },
  {
    name: '`repeatable read`',
    found: /\bisolation level repeatable read\b/,
    yugabyte: has(yugabyte('explore/transactions/isolation-levels/')),
    cockroach: inPart(cockroach('transactions#isolation-levels'), 'it runs as `serializable`'),
    why: 'Backups, and lists of the past, read at one moment.',
  },
]

/** Constructs that both have, by their pages of SQL features. */
const ofBoth: readonly (readonly [string, RegExp])[] = [
  ['partial indexes', /\bcreate (unique )?index .* where\b/],
  ['indexes on expressions', /\bcreate (unique )?index .*\( \(|\bcoalesce \(/],
  ['`include`', /\bcreate (unique )?index .* include \(/],
  ['`drop index concurrently`', /\bindex concurrently\b/],
  ['GIN indexes of arrays', /\busing gin \( images \)/],
  ['stored generated columns', /\bgenerated always as \( .* \) stored\b/],
  ['identity columns', /\bgenerated always as identity\b/],
  ['sequences', /\bnextval \(|\bsetval \(|^create sequence\b/],
  ['views', /^create view\b/],
  ['functions in SQL', /\bcreate (or replace )?function .* language sql\b/],
  ['`on conflict`', /\bon conflict\b/],
  ['`returning`', /\breturning\b/],
  ['`for update skip locked`', /\bskip locked\b/],
  ['savepoints', /\bsavepoint\b/],
  ['`copy`', /^copy\b/],
  ['recursive queries', /\bwith recursive\b/],
  ['lateral joins', /\blateral\b/],
  ['`distinct on`', /\bdistinct on\b/],
  ['window functions', /\bover \(/],
  ['`json_populate_recordset`', /\bjsonb?_populate_record(set)?\b/],
  ['operators of `jsonb`', / \?\|? /],
  ['regular expressions', /\bregexp_replace\b| !?~\*? /],
  ['`set local`', /\bset local\b|\bset_config \(/],
  [
    'limits of time (`statement_timeout`)',
    /\b(statement|lock|idle_in_transaction_session)_timeout\b/,
  ],
  ['`truncate`', /^truncate\b/],
  // Asked of a database that has Citus, and of no other.
  ['the catalogue of Citus', /\bpg_(dist_\w+|prepared_xacts|extension)\b/],
  [
    'the catalogue',
    /\bpg_(class|attr\w+|constraint|index|indexes|proc|type|depend|trigger|trgm|collation|database|get_\w+|relation_\w+|total_relation_size|char_to_encoding|is_in_recovery|postmaster_start_time|sleep)\b/,
  ],
]

/** What statements of migrations are, where a construct tells it. */
export const knownKinds: readonly string[] = [
  'AlterTableStmt',
  'CreateExtensionStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTrigStmt',
  'DefineStmt',
  'DoStmt',
  'DropStmt',
  'GrantStmt',
  'IndexStmt',
  'InsertStmt',
  'RenameStmt',
  'UpdateStmt',
  'ViewStmt',
]

/** Names of PostgreSQL's own (`pg_…`) that no construct tells of. */
export function unknownNames(all: readonly SqlText[]): string[] {
  const patterns = [...constructs.map(({ found }) => found), ...ofBoth.map(([, found]) => found)]
  const names = new Set(all.flatMap(({ tokens }) => tokens.match(/\bpg_\w+/g) ?? []))
  return [...names].filter((name) => !patterns.some((found) => found.test(name))).sort()
}

/** The files that a construct is found in. */
const filesWith = (all: readonly SqlText[], found: RegExp): string[] => [
  ...new Set(all.filter(({ tokens }) => found.test(tokens)).map(({ file }) => file)),
]

/** At most so many files are named. */
const maxFiles = 3

/** The table of the constructs that are found and lacking somewhere, and what else is found, as Markdown. */
export function describeConstructs(all: readonly SqlText[]): string {
  const found = constructs.map((each) => ({ ...each, files: filesWith(all, each.found) }))
  const rows = found
    .filter(({ files }) => files.length > 0)
    .map(({ name, files, ...each }) => {
      const named = files
        .slice(0, maxFiles)
        .map((file) => `\`${file.replace('db/migrations/', '')}\``)
      if (files.length > maxFiles) named.push(`${files.length - maxFiles} more`)
      return [name, named.join(', '), cellOf(each.yugabyte), cellOf(each.cockroach), each.why]
    })
  const gone = found.filter(({ files }) => files.length === 0).map(({ name }) => name)
  const both = ofBoth.filter(([, pattern]) => filesWith(all, pattern).length > 0)
  const header = ['construct', 'where', 'YugabyteDB', 'CockroachDB', 'why it stays']
  return [
    ...[header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Looked for, and in none of our SQL: ${gone.join(', ')}.`,
    '',
    `Found, and [had](${yugabyteFeatures}) by [both](${cockroachFeatures}): ${both.map(([name]) => name).join(', ')}.`,
  ].join('\n')
}

const cellOf = ({ is, note, page }: Support): string => `[${is}](${page})${note ? `: ${note}` : ''}`
