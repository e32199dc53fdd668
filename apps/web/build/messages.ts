import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { compiled, languageCodes, languageName, readCatalog } from '@steward/i18n/catalog'
import { isPlain } from '@steward/i18n/message'
import { extract, type Found } from '@steward/i18n/tools/extract'
import { isSource, root, sourceFiles } from '@steward/i18n/tools/source-files'
import type { Plugin } from 'vite'
import type { Languages, Part } from '../src/api/language/languages.ts'

const entry = 'apps/web/src/main.tsx'

/** What no browser shows: the command line, e-mails, what the server says at its start. */
const serverAlone =
  /^apps\/server\/src\/((cli|backup|demo|mail|observability)\/|[^/]+$|modules\/(authentication\/email-templates|roles\/owner-notices))/

/** A file of the build, relative to the app's base. */
interface MessageFile {
  fileName: string
  source: string
}

/**
 * The messages of every language but English, which stands in the code: in a file for the pages without a
 * session, and one for all others.
 */
export function messageFiles(): { languages: Languages; files: MessageFile[] } {
  const files: MessageFile[] = []
  const keys = keysByPart()
  const languages = languageCodes().map((code) => {
    const catalog = readCatalog(code)
    const of = (part: Part) => {
      const chosen = [...keys[part]].flatMap((key) => {
        const message = catalog[key]
        return message === undefined ? [] : [[key, message] as const]
      })
      if (chosen.length === 0) return {}
      const source = JSON.stringify(Object.fromEntries(chosen))
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      const fileName = `assets/${code}-${part}-${hash}.json`
      files.push({ fileName, source })
      return { [part]: fileName }
    }
    return [code, { name: languageName(code), ...of('start'), ...of('rest') }] as const
  })
  return { languages: Object.fromEntries(languages), files }
}

/** The keys of the messages that the browser shows, by the part that they come in. */
export function keysByPart(): Record<Part, ReadonlySet<string>> {
  const first = loadedFirst()
  const start = new Set<string>()
  const rest = new Set<string>()
  for (const path of sourceFiles()) {
    if (serverAlone.test(path)) continue
    const isFirst = first.has(path) && path.startsWith('apps/web/')
    for (const { key } of messagesOf(path)) (isFirst ? start : rest).add(key)
  }
  return { start, rest: new Set([...rest].filter((key) => !start.has(key))) }
}

const messagesOf = (path: string): Found[] =>
  extract(path, readFileSync(root + path, 'utf8')).found.filter(({ isDocs }) => !isDocs)

/** The modules of the app's first chunk: all that its entry imports, and what that imports. */
function loadedFirst(): ReadonlySet<string> {
  const found = new Set<string>()
  const take = (path: string) => {
    if (found.has(path) || !existsSync(root + path) || !/\.tsx?$/.test(path)) return
    found.add(path)
    const code = readFileSync(root + path, 'utf8')
    for (const [, source = ''] of code.matchAll(
      /^(?:import|export)\b(?! type)[^;]*?from '([^']+)'/gm,
    ))
      if (source.startsWith('.')) take(normalize(join(dirname(path), source)))
  }
  take(entry)
  return found
}

/** Compiles the English messages of a module that are more than plain, and adds them behind its code. */
export function englishPlugin(): Plugin {
  return {
    name: 'steward:english',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0]?.slice(root.length) ?? ''
      if (!id.startsWith(root) || !isSource(path)) return
      const found = extract(path, code).found.filter(
        ({ message, isDocs }) => !isDocs && !isPlain(message),
      )
      if (found.length === 0) return
      const messages = Object.fromEntries(found.map(({ key, message }) => [key, compiled(message)]))
      return {
        code: `${code}\nimport { addEnglish } from '@steward/i18n/reader'\naddEnglish(${JSON.stringify(messages)})\n`,
        map: null,
      }
    },
  }
}

/** Puts the files of messages into the build; while the app is developed they are made as they are asked for. */
export function messagesPlugin(): Plugin {
  return {
    name: 'steward:messages',
    generateBundle() {
      for (const file of messageFiles().files) this.emitFile({ type: 'asset', ...file })
    },
    configureServer(server) {
      server.middlewares.use('/assets', (request, response, next) => {
        const name = /^\/(\w[\w-]*)-(start|rest)-/.exec(request.url ?? '')
        const file = messageFiles().files.find(({ fileName }) =>
          fileName.startsWith(`assets/${name?.[1]}-${name?.[2]}-`),
        )
        if (!file) return next()
        response.setHeader('content-type', 'application/json')
        response.end(file.source)
      })
    },
  }
}
