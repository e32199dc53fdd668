import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const entry = '\0first-rows-entry.tsx'
const stand = '\0stand-in:'

/** The lists whose first rows are drawn before React is there: where they are defined, by the name of their page's file. */
export const firstRows = [
  {
    page: 'features/users/users-page.tsx',
    definitions: 'features/users/user-definition.tsx',
    names: 'userDefinitions',
    tabs: true,
  },
] as const

/** What cells call of packages that are not there yet: nothing can be pressed until they are. */
const standIns: Record<string, string> = {
  '@tanstack/react-query': `
    const nothing = () => ({ mutate() {} })
    export { nothing as useMutation, nothing as useQuery, nothing as useQueryClient }
    export const queryOptions = (options) => options`,
  '@tanstack/react-router': `
    export const useNavigate = () => () => {}
    export const useSearch = () => ({})
    export const useLocation = useSearch, useRouter = useSearch
    export const createLink = (component) => component
    export const Link = 'a'`,
  '@mantine/core': 'export const Button = () => null, ActionIcon = Button, Modal = Button',
  '@steward/contract/audit-log.routes': 'export const auditActions = [], auditAreas = []',
  '@steward/contract/imports.routes': 'export const importNeeds = {}',
}

/** What of our own writes, asks and floats, which rows only do once they are pressed, and what is no row of a table. */
const localStandIns: Record<string, string> = {
  'ui/feedback/use-optimistic-mutation.ts': `
    export const useOptimisticMutation = () => ({ mutate() {} })`,
  'ui/feedback/messages.tsx':
    'export const toast = {}, notice = () => {}, undoable = notice, showFailure = notice',
  'shared/records/deletion-actions.tsx': 'export const useDeletion = () => []',
  'ui/float/load-floats.ts':
    'export const useFloats = () => null, loadFloats = async () => {}, floatIntent = {}',
  'ui/list/list-skeleton.tsx':
    'export const SkeletonRows = () => null, SkeletonCards = SkeletonRows',
  'ui/list/list-card.tsx': 'export const ListCard = () => null',
  'api/client.ts': 'export const call = () => {}, send = call',
  'features/users/users.queries.ts': `
    export const assignableRoles = {}, roleChoicesOptions = () => assignableRoles`,
  'features/users/users.writes.ts': `
    export const statusWrite = () => {}, feedWrite = statusWrite, userDeletion = {}`,
}

/**
 * Builds the script that draws a list's first rows: its definition and the components of rows, with what
 * draws them once in place of React.
 * @param of one of {@link firstRows}
 * @returns one classic script
 */
export async function firstRowsScript(
  of: (typeof firstRows)[number],
  base: string,
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    base,
    plugins: [standingIn(of), react()],
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 0,
      // Else the script would put its styles into the page, which has them.
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        shimMissingExports: true,
        output: { format: 'iife' },
      },
    },
  })
  const [made] = [built].flat() as Rolldown.RolldownOutput[]
  const script = made?.output.find((each) => each.type === 'chunk')
  return script?.code.trim() ?? ''
}

function standingIn({ definitions, names, tabs }: (typeof firstRows)[number]): Plugin {
  return {
    name: 'steward:first-rows',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === entry) return entry
      if (/^react(\/jsx-(dev-)?runtime)?$/.test(id)) return source('app/start/mini-react.ts')
      if (Object.hasOwn(standIns, id)) return stand + id
      const local = Object.keys(localStandIns).find((path) => sameFile(id, importer, path))
      if (local) return stand + local
      // Its rules come with the page's own CSS.
      return /(^virtual:|@mantine\/.*\.css$)/.test(id) ? `${stand}css` : null
    },
    resolveDynamicImport: (id) => ({ id: String(id), external: true }),
    load(id) {
      if (id.startsWith(stand))
        return { ...standIns, ...localStandIns }[id.slice(stand.length)] ?? ''
      if (id !== entry) return null
      return `
        import { drawFirstRows } from ${JSON.stringify(source('app/start/first-rows.tsx'))}
        import { ${names} } from ${JSON.stringify(source(definitions))}
        const definition = ${names}[globalThis.stewardEarly?.list]
        if (definition) {
          void drawFirstRows(definition, { tabs: ${tabs} })
            .catch(() => {})
            .then(() => globalThis.stewardEarly?.isDrawn())
        }`
    },
  }
}

const sameFile = (id: string, importer: string | undefined, path: string) =>
  id.startsWith('.') && importer !== undefined && resolve(dirname(importer), id) === source(path)
