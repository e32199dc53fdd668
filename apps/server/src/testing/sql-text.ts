import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse, scan } from 'libpg-query'
import ts from 'typescript'
import { readMigrations } from '../db/migrations/migration-file.ts'

/** A statement of ours, or a part of one, as PostgreSQL's scanner reads it. */
export interface SqlText {
  /** Below `apps/server/src`. */
  file: string
  /** Tokens with a space between them, in lower case; no comments, literals empty. */
  tokens: string
}

const root = fileURLToPath(new URL('../', import.meta.url))

/** All SQL of the server: what migrations make and no later one drops, and the templates of its modules. */
export const readSql = async (): Promise<SqlText[]> => [
  ...(await sqlOfMigrations()),
  ...(await sqlOfModules()),
]

/** The kinds of statements that migrations hold, such as `IndexStmt`. */
export async function kindsOfStatements(): Promise<string[]> {
  const kinds = new Set<string>()
  for (const { sql } of await readMigrations())
    for (const { stmt } of (await parse(sql)).stmts ?? [])
      kinds.add(Object.keys(stmt ?? {})[0] ?? '')
  return [...kinds].sort()
}

const made =
  /^create (?:or replace )?(trigger|function|procedure|aggregate|table|(?:unique )?index|unlogged table|view) (?:if not exists )?(\w+)/
const dropped = /^drop (trigger|function|procedure|aggregate|table|index|view) (?:if exists )?(\w+)/

async function sqlOfMigrations(): Promise<SqlText[]> {
  const all: (SqlText & { makes: string | undefined })[] = []
  for (const { name, sql } of await readMigrations()) {
    const bytes = Buffer.from(sql)
    for (const { stmt_location: start = 0, stmt_len: length } of (await parse(sql)).stmts ?? []) {
      const end = length === undefined ? bytes.length : start + length
      const tokens = await tokensOf(bytes.subarray(start, end).toString())
      const gone = dropped.exec(tokens)
      if (gone) {
        const at = all.findIndex(({ makes }) => makes === `${gone[1]} ${gone[2]}`)
        if (at >= 0) all.splice(at, 1)
        continue
      }
      const thing = made.exec(tokens)
      const makes = thing ? `${thing[1]?.split(' ').at(-1)} ${thing[2]}` : undefined
      // What is made anew replaces what was made before.
      if (makes && tokens.startsWith('create or replace'))
        all.splice(0, all.length, ...all.filter((each) => each.makes !== makes))
      all.push({ file: `db/migrations/${name}`, tokens, makes })
    }
  }
  return all.map(({ file, tokens }) => ({ file, tokens }))
}

async function sqlOfModules(): Promise<SqlText[]> {
  const names = await readdir(root, { recursive: true })
  const files = names
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name) && !name.startsWith('testing/'))
    .sort()
  const found: SqlText[] = []
  for (const file of files) {
    for (const text of textsOf(await readFile(`${root}${file}`, 'utf8')))
      found.push({ file, tokens: await tokensOf(text) })
  }
  return found
}

/** A text that is SQL though no tag says so: its keywords are in lower case. */
const begins =
  /^\s*(select|insert|update|delete|with|copy|create|alter|drop|listen|set|begin|lock|vacuum|truncate|call|do)\s/

/** SQL of a module: tagged templates, other texts that begin like a statement, and what Kysely writes by itself. */
function textsOf(source: string): string[] {
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node)) {
      const tag = node.tag.getText()
      if (/^(sql|query\w+\(.*\))$/s.test(tag)) texts.push(textOf(node.template))
    } else if (ts.isStringLiteral(node) || ts.isTemplateLiteral(node)) {
      const isTagged = ts.isTaggedTemplateExpression(node.parent)
      if (!isTagged && begins.test(textOf(node))) texts.push(textOf(node))
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [first] = node.arguments
      if (node.expression.name.text === 'setIsolationLevel' && first && ts.isStringLiteral(first))
        texts.push(`set transaction isolation level ${first.text}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true))
  return texts
}

/** The text of a template, with a parameter in place of each value. */
const textOf = (node: ts.StringLiteral | ts.TemplateLiteral): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' $1 ')
    : node.text

/** The bodies of functions and blocks are read as well. */
async function tokensOf(sql: string): Promise<string> {
  if (sql.trim() === '') return ''
  const bytes = Buffer.from(sql)
  const { tokens } = await scan(sql)
  const words: string[] = []
  for (const { start, end, tokenName } of tokens) {
    const text = bytes.subarray(start, end).toString()
    if (tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT') continue
    const body = /^(\$\w*\$)(.*)\1$/s.exec(text)?.[2]
    if (body !== undefined) words.push('$$', await tokensOf(body), '$$')
    else words.push(/^[beux]?&?'/i.test(text) ? "''" : text.toLowerCase())
  }
  return words.join(' ')
}
