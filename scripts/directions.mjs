// Holds the directions of ARCHITECTURE.md: which room may import from which.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './lib/run.mjs'

const imports =
  /(?:^|\n)\s*(?:import|export)\b[^'"]*?from\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g

function sourcesOf(folder) {
  const path = join(root, folder)
  if (!existsSync(path)) return []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

/** What a file imports: files of this repository by path, packages by name. */
function importsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(imports)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? ''
    return target.startsWith('.') ? relative(root, resolve(root, dirname(file), target)) : target
  })
}

const feature = (path, hall) =>
  path.startsWith(`${hall}/`) ? path.slice(hall.length + 1).split('/')[0] : null

/** Each rule: the files it speaks of, and what is wrong with one of their imports, if anything. */
const rules = [
  {
    files: sourcesOf('packages/contract/src').filter((file) => !file.endsWith('.test.ts')),
    wrong: (target) =>
      !target.startsWith('packages/contract/') && target !== 'zod'
        ? 'the contract imports zod and nothing else'
        : null,
  },
  {
    files: sourcesOf('packages/contract/src').filter((file) =>
      /\.routes\.ts$|\/(areas|area-lists|area-permissions|route|routes|permissions|errors)\.ts$/.test(
        file,
      ),
    ),
    wrong: (target) =>
      target === 'zod' ? 'what the web needs at run time imports no schema library' : null,
  },
  {
    files: ['packages/contract/src/areas.ts'],
    wrong: () => 'the record of the areas imports nothing',
  },
  {
    files: sourcesOf('apps/server/src'),
    wrong: (target) =>
      /^apps\/web\/|^@steward\/web/.test(target) ? 'the server never imports the web' : null,
  },
  {
    files: sourcesOf('apps/server/src').filter((file) => !/\.store\.ts$|\.test\.ts$/.test(file)),
    wrong: (target, file) =>
      file.startsWith('apps/server/src/modules/') && /\/app\.ts$|\/main\.ts$/.test(target)
        ? 'modules know nothing of the composition root'
        : null,
  },
  {
    files: sourcesOf('apps/server/src/db').filter((file) => !file.endsWith('.test.ts')),
    wrong: (target) =>
      /^apps\/server\/src\/(modules|http|cli|demo|import)\//.test(target)
        ? 'db knows nothing of what stands on it'
        : null,
  },
  {
    files: sourcesOf('apps/server/src/http').filter((file) => !file.endsWith('.test.ts')),
    wrong: (target) =>
      /^apps\/server\/src\/(modules|cli|demo|import)\//.test(target)
        ? 'http knows no module'
        : null,
  },
  {
    files: sourcesOf('apps/web/src'),
    wrong: (target) =>
      /^apps\/server\/|^@steward\/server/.test(target) ? 'the web never imports the server' : null,
  },
  {
    files: sourcesOf('apps/web/src/features'),
    wrong: (target, file) => {
      const own = feature(file, 'apps/web/src/features')
      const other = feature(target, 'apps/web/src/features')
      if (other && other !== own) return 'a feature never imports a feature; app composes them'
      return target.startsWith('apps/web/src/app/') ? 'a feature knows nothing of app' : null
    },
  },
  {
    files: sourcesOf('apps/web/src/shared'),
    wrong: (target) =>
      /^apps\/web\/src\/(features|app)\//.test(target) ? 'shared knows no feature' : null,
  },
  {
    files: sourcesOf('apps/web/src/ui'),
    wrong: (target) => {
      if (/^apps\/web\/src\/(features|app|shared)\//.test(target)) return 'ui knows no feature'
      return /^apps\/web\/src\/api\/(?!(config|drafts|failure|listing|read)\.ts$)/.test(target)
        ? 'ui calls no endpoint'
        : null
    },
  },
  {
    files: sourcesOf('apps/web/src/api'),
    wrong: (target) =>
      /^apps\/web\/src\/(features|app|ui|shared)\//.test(target) ? 'api knows no screen' : null,
  },
]

const found = rules.flatMap(({ files, wrong }) =>
  files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const words = wrong(target, file)
      return words ? [`${file} imports ${target}: ${words}`] : []
    }),
  ),
)
for (const line of new Set(found)) console.error(line)
process.exitCode = found.length > 0 ? 1 : 0
