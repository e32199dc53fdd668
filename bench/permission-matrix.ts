import type { Browser } from '@playwright/test'
import { howPressed, press, slowestOf } from './key-press.ts'
import { contextWith, inBrowser, withBrowser } from './lib/browser.ts'
import { type Figure, ms, printTable } from './lib/table.ts'

const modules = 50
const submodules = 20
const actions = 10

/** The modules of the largest supported matrix. */
const modulesOf = (isGranted: (n: number) => boolean) =>
  Array.from({ length: modules }, (_, m) => ({
    module: `Module ${m + 1}`,
    submodules: Array.from({ length: submodules }, (_, s) => ({
      name: `Submodule ${m + 1}.${s + 1}`,
      actions: Object.fromEntries(
        Array.from({ length: actions }, (_, a) => [`action${a + 1}`, isGranted(m + s + a)]),
      ),
    })),
  }))

const role = {
  _id: 'r1',
  name: 'Large',
  description: null,
  image: null,
  status: 'active',
  permissions: modulesOf((n) => n % 3 === 0),
  userCount: 3,
  system: false,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const own = [
  ...modulesOf(() => true),
  { module: 'Roles', submodules: [{ name: 'Roles', actions: { list: true, update: true } }] },
]

const answers: Record<string, unknown> = {
  'admin/dashboard-user/role/details': { message: '', data: own },
  'admin/role/all/role': {
    message: '',
    data: { roles: [role], pagination: { page: 1, limit: 100, total: 1, totalPages: 1 } },
  },
  'admin/role/effect/role': {
    message: '',
    data: {
      people: [],
      peopleCount: 0,
      activeCount: 0,
      gained: [],
      lost: [],
      since: '2026-01-01',
      refused: [],
      refusedCount: 0,
    },
  },
}

/** Measures key presses in the permission matrix at 50 modules of 20 submodules of 10 actions. */
export const permissionMatrix = (): Promise<void> =>
  inBrowser('Permission matrix', { demo: false }, ({ url }) =>
    withBrowser(async (browser) => {
      const { page, ready } = await openRole(browser, url)
      const figures: Figure[] = [{ what: 'first rows', value: ms(ready) }]
      for (const [what, box] of Object.entries(toggled)) {
        const focus = () => page.locator(`table[role=grid] ${box}`).first().focus()
        figures.push(slowestOf(what, await press(page, focus, new Array(12).fill('Space'))))
      }
      printTable(
        `Permission matrix, ${modules} × ${submodules} × ${actions}; ${howPressed}`,
        figures,
      )
    }),
  )

const toggled = {
  'one permission': 'td input',
  'a row': 'tbody th[scope=row] input',
  'a module': 'th[scope=rowgroup] input',
  'a column': 'thead th + th input',
  everything: 'thead th:first-child input',
}

async function openRole(browser: Browser, url: string) {
  const stored = { token: 'bench', tokenExpiry: '2099-01-01T00:00:00Z' }
  const page = await (await contextWith(browser, url, stored)).newPage()
  await page.route(`${url}/api/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/', '')
    return route.fulfill({ json: answers[path] ?? { message: '', data: [] } })
  })
  const start = performance.now()
  await page.goto(`${url}/roles/r1`)
  await page.waitForSelector('table[role=grid] td input')
  const ready = performance.now() - start
  await page.waitForFunction(
    (rows) => document.querySelectorAll('table[role=grid] tbody tr').length >= rows,
    modules * (submodules + 1),
    { timeout: 120_000 },
  )
  await page.waitForTimeout(1000)
  return { page, ready }
}
