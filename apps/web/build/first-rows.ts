import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { lists } from '../src/shared/list/lists.ts'
import type { ListSpec } from '../src/ui/list/list-search.ts'

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
/** Icons of the menu of a row, of which the button alone is drawn. */
const menuIcons = /[\\/]Icon(Id|Pencil|ShoppingBag|ShoppingBagX|ToggleLeft|UserCheck|UserOff)\.mjs$/

const entry = '\0first-rows-entry.tsx'
const stand = '\0stand-in:'

/** The lists whose first rows are drawn before React is there: where they are defined, by the name of their page's file. */
export const firstRows = [
  {
    page: 'features/users/users-page.tsx',
    definitions: 'features/users/user-definition.tsx',
    names: 'userDefinitions',
    tabs: true,
    of: ['admins', 'businessUsers', 'members'],
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
  'react-dom': 'export const createPortal = () => null',
  '@mantine/hooks': 'export const useMediaQuery = (query) => matchMedia(query).matches',
  '@mantine/core': 'export const Button = () => null, ActionIcon = Button, Modal = Button',
  '@steward/contract/audit-log.routes':
    'export const auditActions = [], auditAreas = [], recordActions = []',
  '@steward/contract/imports.routes': 'export const importNeeds = {}',
  // What filters choose from, which stand in no row.
  '@steward/contract/areas':
    'export const areas = { users: { statuses: [], filters: { shoppingFeedStatus: [] } } }',
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
  'ui/float/floating-menu.tsx': `
    export const FloatingMenu = ({ target }) => target, FloatingPopover = FloatingMenu`,
  'ui/keys/single-keys.ts': 'export const useSingleKeys = () => false',
  'ui/keys/record-keys.ts': 'export const offering = () => undefined',
  'ui/page/use-roving.ts': 'export const useRoving = () => {}',
  'ui/list/resize-handle.tsx': 'export const ResizeHandle = () => null',
  'ui/list/list-codec.ts': `export const defaultSort = (list) => list.sort ?? '-createdAt'`,
  'ui/list/list-skeleton.tsx':
    'export const SkeletonRows = () => null, SkeletonCards = SkeletonRows',
  'ui/list/use-column-drag.ts': 'export const useColumnDrag = () => ({})',
  'ui/list/list-card.tsx': 'export const ListCard = () => null',
  'api/client.ts': 'export const call = () => {}, send = call',
  'features/users/use-role-choices.ts': 'export const useRoleChoices = () => []',
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

function standingIn({ definitions, names, tabs, of }: (typeof firstRows)[number]): Plugin {
  // The lists as they come out, without what only their filters need.
  const own = Object.fromEntries(
    of.map((list) => {
      const { filters: _, statuses: __, sorts: ___, ...rest } = lists[list] as ListSpec
      return [list, rest]
    }),
  )
  const given: Record<string, string> = {
    ...standIns,
    ...localStandIns,
    'shared/list/lists.ts': `export const lists = ${JSON.stringify(own)}`,
    icon: 'export default () => null',
  }
  return {
    name: 'steward:first-rows',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === entry) return entry
      if (/^react(\/jsx-(dev-)?runtime)?$/.test(id)) return source('app/start/mini-react.ts')
      if (Object.hasOwn(standIns, id)) return stand + id
      if (menuIcons.test(id)) return `${stand}icon`
      const local = Object.keys(given).find((path) => sameFile(id, importer, path))
      if (local) return stand + local
      // Its rules come with the page's own CSS.
      return /(^virtual:|@mantine\/.*\.css$)/.test(id) ? `${stand}css` : null
    },
    resolveDynamicImport: (id) => ({ id: String(id), external: true }),
    load(id) {
      if (id.startsWith(stand)) return given[id.slice(stand.length)] ?? ''
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
