import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import nodePlop from 'node-plop'
import { binOf, root, run } from './run.mjs'

const contract = 'packages/contract/src'
const server = 'apps/server/src'
const web = 'apps/web/src'
const migrations = `${server}/db/migrations`

/** The new files, by their templates in `scripts/new-area`. */
const newFiles = {
  'fields.ts.hbs': `${contract}/{{kebab}}/{{kebab}}.fields.ts`,
  'routes.ts.hbs': `${contract}/{{kebab}}/{{kebab}}.routes.ts`,
  'record.ts.hbs': `${contract}/{{kebab}}/{{kebab}}.ts`,
  'migration.sql.hbs': `${migrations}/{{number}}-{{kebab}}.sql`,
  'store.ts.hbs': `${server}/modules/{{kebab}}/{{kebab}}.store.ts`,
  'area.ts.hbs': `${server}/modules/{{kebab}}/{{kebab}}.area.ts`,
  'test.ts.hbs': `${server}/modules/{{kebab}}/{{kebab}}.test.ts`,
  'web-area.ts.hbs': `${web}/features/{{kebab}}/{{kebab}}.ts`,
  'definition.tsx.hbs': `${web}/features/{{kebab}}/{{oneKebab}}-definition.tsx`,
  'form.tsx.hbs': `${web}/features/{{kebab}}/{{oneKebab}}-form.tsx`,
  'record.tsx.hbs': `${web}/features/{{kebab}}/{{oneKebab}}-record.tsx`,
  'page.tsx.hbs': `${web}/features/{{kebab}}/{{kebab}}-page.tsx`,
}

/** The edits: what comes before which line of which file. Imports are put into their order afterwards. */
const edits = [
  [
    `${contract}/areas/areas.ts`,
    '} as const satisfies Record<string, Area>',
    `  {{name}}: {
    one: '{{one}}',
    many: '{{many}}',
    count: '{count, plural, one {# {{one~}} } other {# {{many~}} } }',
    title: '{{title}}',
    path: '/{{kebab}}',
    module: '{{module}}',
    actions: ['list', 'create', 'update', 'delete', 'import', 'purge'],
    statuses: ['draft', 'active', 'closed'],
    counted: ['{{name}}'],
    exported: ['{{name}}'],
    imported: ['{{name}}'],
    bulk: { delete: 'delete', restore: 'delete', status: 'update', purge: 'purge' },
  },
`,
  ],
  [
    `${contract}/areas/area-parts.ts`,
    "import type { Routes } from '../calls/route.ts'",
    `import { {{oneName}}Fields } from '../{{kebab}}/{{kebab}}.fields.ts'
import { {{name}}Routes } from '../{{kebab}}/{{kebab}}.routes.ts'
`,
  ],
  [
    `${contract}/areas/area-parts.ts`,
    '} as const satisfies Record<AreaName, ',
    '  {{name}}: { fields: {{oneName}}Fields, routes: {{name}}Routes },\n',
  ],
  [
    `${contract}/calls/endpoints.ts`,
    "import type { Endpoint } from './endpoint.ts'",
    "import { {{name}}Endpoints } from '../{{kebab}}/{{kebab}}.ts'\n",
  ],
  [`${contract}/calls/endpoints.ts`, '  ...jobsEndpoints,', '  ...{{name}}Endpoints,\n'],
  [
    `${server}/areas.ts`,
    "import { usersArea } from './modules/users/users.area.ts'",
    "import { {{name}}Area } from './modules/{{kebab}}/{{kebab}}.area.ts'\n",
  ],
  [`${server}/areas.ts`, '} satisfies Record<ContentArea, object>', '  {{name}}: {{name}}Area,\n'],
  [
    `${web}/app/guarded-routes.tsx`,
    '    listRoute(\n      lists.auditLog,',
    `    ...areaRoutes(
      lists.{{name}},
      () => import('../features/{{kebab}}/{{kebab}}-page.tsx'),
      '{{type}}Page',
    ),
`,
  ],
]

/** Why an area can't be made, in a sentence for people. */
export class NotMade extends Error {}

/** `team-updates` → `team-update`, `policies` → `policy`; null where English has another way. */
function singularOf(kebab) {
  if (/[^aeiou]ies$/.test(kebab)) return kebab.replace(/ies$/, 'y')
  if (/(s|x|z|ch|sh)es$/.test(kebab)) return kebab.replace(/es$/, '')
  return /[^su]s$/.test(kebab) ? kebab.replace(/s$/, '') : null
}

/** What the templates say of an area. */
function wordsOf(kebab, { one, module = 'Community' }) {
  const isKebab = (word) => /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/.test(word)
  const oneKebab = one ?? singularOf(kebab)
  if (!isKebab(kebab) || oneKebab === null)
    throw new NotMade(
      `An area is named by a plural in kebab case, such as announcements or team-updates; “${kebab}” is none. Where only the plural is unusual, say what one is called: npm run new:area people -- --one person`,
    )
  if (!isKebab(oneKebab) || oneKebab === kebab)
    throw new NotMade(`“${oneKebab}” can’t be what one of the ${kebab} is called.`)
  if (!/^[A-Z][A-Za-z ]*$/.test(module))
    throw new NotMade(`“${module}” can’t be the name of a module; Community and Operations are.`)
  const camel = (word) => word.replaceAll(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase())
  const capital = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
  const words = (word) => word.replaceAll('-', ' ')
  const an = /^[aeiou]/.test(oneKebab) ? 'an' : 'a'
  const numbers = readdirSync(join(root, migrations)).map((file) => Number.parseInt(file, 10) || 0)
  return {
    kebab,
    name: camel(kebab),
    type: capital(camel(kebab)),
    table: kebab.replaceAll('-', '_'),
    many: words(kebab),
    title: capital(words(kebab)),
    oneKebab,
    oneName: camel(oneKebab),
    oneType: capital(camel(oneKebab)),
    one: words(oneKebab),
    an,
    An: capital(an),
    module,
    number: String(Math.max(...numbers) + 1).padStart(4, '0'),
  }
}

/** @throws {NotMade} where the name is taken, or reserved by the language */
function mustBeFree({ kebab, name, oneName, table, title }) {
  const taken = (why) => new NotMade(`“${kebab}” can’t be an area: ${why}.`)
  for (const folder of [
    `${contract}/${kebab}`,
    `${server}/modules/${kebab}`,
    `${web}/features/${kebab}`,
  ])
    if (existsSync(join(root, folder))) throw taken(`${folder} is there already`)
  const generated = readFileSync(join(root, `${server}/db/schema/schema.generated.ts`), 'utf8')
  if (new RegExp(`^ {2}${table}: `, 'm').test(generated)) throw taken(`there is a table ${table}`)
  const record = readFileSync(join(root, `${contract}/areas/areas.ts`), 'utf8')
  if (record.includes(`  ${name}: {`) || record.includes(`title: '${title}'`))
    throw taken('one of that name is there already')
  for (const word of [name, oneName]) {
    try {
      new Function(`'use strict'; const ${word} = 0`)
    } catch {
      throw taken(`${word} is a word of the language; say what one is called with --one`)
    }
  }
}

/** @throws {NotMade} where a file has no line, or several, before which something is to come */
function mustHaveAnchors() {
  for (const [file, anchor] of edits) {
    const path = join(root, file)
    const found = existsSync(path) ? readFileSync(path, 'utf8').split(anchor).length - 1 : 0
    if (found !== 1)
      throw new NotMade(
        `${file} has ${found === 0 ? 'no' : 'more than one'} “${anchor.trim().split('\n')[0]}” before which the new area goes. Nothing was changed; mend the edits in scripts/lib/new-area.mjs.`,
      )
  }
}

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Makes a plain area: its files and the edits in those that list the areas. All of it or, where it fails, nothing.
 * @param {string} kebab its name
 * @param {{ one?: string, module?: string }} [options] one of its records; the module of its permissions
 * @returns {Promise<{ made: string[], changed: string[] }>} the files, from the root of the repository
 * @throws {NotMade}
 */
export async function newArea(kebab, options = {}) {
  const words = wordsOf(kebab, options)
  mustBeFree(words)
  mustHaveAnchors()
  const plop = await nodePlop('', { destBasePath: root, force: false })
  const adds = Object.entries(newFiles).map(([template, path]) => ({
    type: 'add',
    path,
    templateFile: join(root, 'scripts/new-area', template),
  }))
  const modifies = edits.map(([path, anchor, template]) => ({
    type: 'modify',
    path,
    pattern: new RegExp(`(?=${escaped(anchor)})`),
    template,
  }))
  const made = adds.map(({ path }) => plop.renderString(path, words))
  const changed = [...new Set(edits.map(([path]) => path))]
  const before = changed.map((path) => [path, readFileSync(join(root, path), 'utf8')])
  try {
    const generator = plop.setGenerator('area', { prompts: [], actions: [...adds, ...modifies] })
    const { failures } = await generator.runActions(words)
    if (failures.length > 0) throw new NotMade(failures.map(({ error }) => error).join('\n'))
    const files = [...made.filter((path) => !path.endsWith('.sql')), ...changed]
    const biome = [
      binOf('@biomejs/biome', 'biome'),
      'check',
      '--write',
      '--log-level=error',
      ...files,
    ]
    if ((await run(process.execPath, biome)) !== 0)
      throw new NotMade('What the templates make is not as biome wants it; it says why above.')
  } catch (error) {
    for (const path of made) rmSync(join(root, path), { force: true })
    for (const folder of new Set(made.map(dirname)))
      if (folder !== migrations) rmSync(join(root, folder), { recursive: true, force: true })
    for (const [path, text] of before) writeFileSync(join(root, path), text)
    throw error
  }
  return { made, changed }
}
