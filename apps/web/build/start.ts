import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { routes } from '@steward/contract/calls/routes'
import { specifiedCalls } from '@steward/contract/calls/specified-calls'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin, parseAst, type Rolldown } from 'vite'
import type { FirstCall, FirstPage, Pages } from '../src/app/start/pages.ts'
import { lists } from '../src/shared/lists/lists.ts'
import type { ListSpec } from '../src/ui/list/definition/list-spec.ts'
import { sentQuery, stateOf } from '../src/ui/list/url/list-codec.ts'
import { englishPlugin, messageFiles } from './messages.ts'
import { themeCss } from './theme-css.ts'

const fileOf = (path: string) => fileURLToPath(new URL(`../src/app/${path}`, import.meta.url))
const styles = fileOf('start/start.css')
/** The page whose first rows are drawn before the app is loaded. */
const drawnEarly = fileOf('../features/users/users-page.tsx')
/** The files that declare routes, and whether those routes require a session. */
const declared = new Map([
  [fileOf('routes.tsx'), false],
  [fileOf('guarded-routes.tsx'), true],
])
/** The modules that every page with a session needs. */
const behindGuard = ['guarded-routes.tsx', 'layout/layout.tsx', 'prefetch.ts'].map(fileOf)

interface Route {
  path: string
  guarded: boolean
  /** The module of the route's page; null where it is part of the app's main chunk. */
  module: string | null
  /** The list that the page shows, by its name in `lists`; null for other pages. */
  list: string | null
}

/**
 * Builds what comes before the app: `start.js`, which knows every page's chunks and first calls, and
 * `start.css`, the frame. The page names both as files; Steward's own server puts them into the page
 * itself (apps/server/src/http/page.ts).
 */
export function startPlugin(): Plugin {
  const found: Route[] = []
  let base = '/'
  let isBuild = false
  return {
    name: 'steward:start',
    enforce: 'post',
    configResolved(config) {
      base = config.base
      isBuild = config.command === 'build'
    },
    buildStart() {
      found.length = 0
    },
    async transform(code, id) {
      const guarded = declared.get(id)
      if (guarded === undefined) return
      for (const { path, source, list } of routesIn(code)) {
        const module = source === null ? null : await this.resolve(source, id)
        found.push({ path, guarded, module: module?.id ?? null, list })
      }
    },
    async generateBundle(_options, bundle) {
      const rows = this.emitFile({
        type: 'asset',
        name: 'first-rows.js',
        source: await firstRowsScript(base),
      })
      const pages = pagesOf(found, bundle, this.getFileName(rows))
      this.emitFile({ type: 'asset', fileName: 'start.js', source: await startScript(pages, base) })
      this.emitFile({ type: 'asset', fileName: 'start.css', source: await startStyles() })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        withStylesLast(
          isBuild ? html.replace(/ *<script type="module"[^>]*><\/script>\n/, '') : html,
        ).replace(
          '<!--start-->',
          `<link rel="stylesheet" href="${base}start.css">\n    <script src="${base}start.js"></script>`,
        ),
    },
    configureServer(server) {
      const none: Pages = { app: null, guarded: { files: [], asks: [] }, pages: [] }
      server.middlewares.use('/start.js', async (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(await startScript(none, base))
      })
      server.middlewares.use('/start.css', async (_request, response) => {
        response.setHeader('content-type', 'text/css')
        response.end(await startStyles())
      })
    },
  }
}

/**
 * Moves the styles of the app behind the frame, which is painted without them. Its script waits for
 * them all the same, as every module does for styles before it.
 */
function withStylesLast(html: string): string {
  const links = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? []
  const rest = links.reduce((text, link) => text.replace(link, ''), html)
  return rest.replace(/( *)<\/body>/, (end) => `${links.join('')}${end}`)
}

/** Finds the routes of a module: the path of each, what it imports for its page, and its list. */
function routesIn(code: string): { path: string; source: string | null; list: string | null }[] {
  const routes: ReturnType<typeof routesIn> = []
  walk(parseAst(code), (node) => {
    const { callee, arguments: given = [] } = node
    if (node.type !== 'CallExpression') return
    if (!['createRoute', 'listRoute', 'areaRoutes'].includes(callee?.name)) return
    const [of = {}] = given
    const list = of.object?.name === 'lists' ? of.property.name : null
    const path = list
      ? lists[list as keyof typeof lists].path
      : of.properties?.find((each: Node) => each.key?.name === 'path')?.value.value
    let source: string | undefined
    walk(node, (inner) => {
      if (inner.type === 'ImportExpression') source ??= inner.source?.value as string
    })
    // The route of all other addresses shows no page of its own.
    if (typeof path === 'string' && path !== '/$')
      routes.push({ path, source: source ?? null, list })
  })
  return routes
}

// biome-ignore lint/suspicious/noExplicitAny: any node of a syntax tree
type Node = any

function walk(node: Node, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (typeof node.type === 'string') visit(node)
  for (const value of Object.values(node)) walk(value, visit)
}

/** @param rows the script that draws the first rows of one of them */
function pagesOf(found: readonly Route[], bundle: Rolldown.OutputBundle, rows: string): Pages {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
  const holding = (module: string) => chunks.find(({ moduleIds }) => moduleIds.includes(module))
  /** The chunks of some modules with all that they import, and their CSS. */
  const filesOf = (modules: readonly string[], but: ReadonlySet<string> = new Set()) => {
    const files = new Set<string>()
    const take = (chunk: Rolldown.OutputChunk | undefined) => {
      if (!chunk || files.has(chunk.fileName) || but.has(chunk.fileName)) return
      files.add(chunk.fileName)
      for (const css of chunk.viteMetadata?.importedCss ?? []) if (!but.has(css)) files.add(css)
      for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name))
    }
    for (const module of modules) take(holding(module))
    return files
  }
  const entry = chunks.find(({ isEntry }) => isEntry)
  const everywhere = filesOf(entry?.moduleIds.slice(-1) ?? [])
  const behind = filesOf(behindGuard, everywhere)
  return {
    app: entry?.fileName ?? null,
    guarded: {
      files: [...behind],
      asks: [firstCall('permissions.own')],
    },
    pages: found.map(({ path, guarded, module, list }): FirstPage => {
      const listCall = list === null ? null : firstCallOf(lists[list as keyof typeof lists])
      return {
        path,
        guarded,
        // Those of every page behind the guard aren't named again: a name takes a kilobyte with all pages.
        files: [
          ...filesOf(
            module === null ? [] : [module],
            guarded ? new Set([...everywhere, ...behind]) : everywhere,
          ),
        ],
        asks: listCall ? [listCall] : [],
        ...(module === drawnEarly && { rows }),
      }
    }),
  }
}

const firstCall = (name: keyof typeof routes): FirstCall => ({ path: routes[name].path })

/** The first call that a list makes; null where another server may lack that call. */
function firstCallOf(list: ListSpec): FirstCall | null {
  if (!(specifiedCalls as readonly string[]).includes(list.call)) return null
  const query = sentQuery(stateOf({}, list), list)
  return { ...firstCall(list.call), query, list: list.name }
}

const startScript = (pages: Pages, base: string) =>
  scriptOf(
    'start.ts',
    base,
    { STEWARD_PAGES: pages, STEWARD_LANGUAGES: messageFiles().languages },
    { output: { format: 'iife' } },
  )

/** The components of rows, with what draws them once in place of React. */
function firstRowsScript(base: string) {
  const { admins, businessUsers, members } = lists
  const needed = Object.entries({ admins, businessUsers, members }).map(
    ([key, { name, title, many, sort, limit }]: [string, ListSpec]) =>
      [name, { key, name, title, many, sort, limit }] as const,
  )
  const given = { STEWARD_LISTS: Object.fromEntries(needed) }
  // Replaces hooks that the first rows don't call by stubs.
  const options = { preserveEntrySignatures: 'strict', shimMissingExports: true } as const
  return scriptOf('first-rows.tsx', base, given, options, [englishPlugin(), withoutReact, react()])
}

const noDrag = '\0no-drag'
const withoutReact: Plugin = {
  name: 'steward:without-react',
  enforce: 'pre',
  resolveId(id) {
    if (/^react(\/jsx-(dev-)?runtime)?$/.test(id)) return fileOf('start/mini-react.ts')
    // Columns can't be moved before the app is loaded, and the code for it would be another file.
    return id.endsWith('/use-column-drag.ts') ? noDrag : null
  },
  load: (id) => (id === noDrag ? 'export const useColumnDrag = () => ({})' : null),
}

/**
 * Builds a script of its own.
 * @param name of its file in `app/start`
 * @param given what the build puts into it, by name
 */
async function scriptOf(
  name: string,
  base: string,
  given: Readonly<Record<string, unknown>>,
  options: Rolldown.RolldownOptions,
  plugins: InlineConfig['plugins'] = [],
): Promise<string> {
  const values = { ...given, 'import.meta.env.BASE_URL': base }
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileOf('../..'),
    plugins,
    define: Object.fromEntries(
      Object.entries(values).map(([key, value]) => [key, JSON.stringify(value)]),
    ),
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileOf(`start/${name}`), ...options },
      modulePreload: false,
    },
  })
  const [made] = [built].flat() as Rolldown.RolldownOutput[]
  return made?.output[0].code.trim() ?? ''
}

/** The frame's styles, behind those of the theme's variables that they name. */
async function startStyles(): Promise<string> {
  const own = await readFile(styles, 'utf8')
  return `${variablesOf(themeCss(), own)}\n${own.replace(/\/\*.*?\*\//gs, '').replace(/\s*\n\s*/g, '')}`
}

/** The variables of a sheet that another sheet uses, with those that they refer to. */
function variablesOf(sheet: string, own: string): string {
  const used = new Set<string>()
  const take = (text: string) => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue
      used.add(name)
      for (const [, value = ''] of sheet.matchAll(new RegExp(`${name}:([^;}]+)`, 'g'))) take(value)
    }
  }
  take(own)
  return sheet
    .replace(/(--[\w-]+):([^;}]+);?/g, (text, name) =>
      used.has(name) ? (text.endsWith(';') ? text : `${text};`) : '',
    )
    .replace(/\s*\n\s*/g, '')
}
