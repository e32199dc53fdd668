import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyRepository, type RepositoryCopy } from './testing/repository-copy.ts'
import { atScale } from './testing/scale.ts'

const contract = 'packages/contract/src'
const migrations = 'apps/server/src/db/migrations'
const web = 'apps/web/src/features/announcements'
const edited = [
  `${contract}/areas/areas.ts`,
  `${contract}/areas/area-parts.ts`,
  `${contract}/calls/endpoints.ts`,
  'apps/server/src/areas.ts',
  'apps/web/src/app/guarded-routes.tsx',
]

/** All types and several runs of Vitest, on a machine that may be busy. */
const patience = 900_000

describe('npm run new:area', () => {
  let copy: RepositoryCopy
  beforeAll(async () => {
    copy = await copyRepository()
  })
  afterAll(() => copy.remove())

  const read = (file: string) => readFile(join(copy.path, file), 'utf8')
  const write = (file: string, text: string) => writeFile(join(copy.path, file), text)
  const replace = async (file: string, part: string, by: string) => {
    const text = await read(file)
    expect(text).toContain(part)
    await write(
      file,
      text.replace(part, () => by),
    )
  }
  /** What the command makes, or why it doesn't. */
  const make = async (name: string, options: object = {}) => {
    const script = `
      const { newArea, NotMade } = await import('./scripts/lib/new-area.mjs')
      const said = await newArea(${JSON.stringify(name)}, ${JSON.stringify(options)}).catch((error) => {
        if (!(error instanceof NotMade)) throw error
        return error.message
      })
      console.log('\\n' + JSON.stringify(said))`
    const { code, out } = await copy.node('--input-type=module', '-e', script)
    expect([code, out]).toEqual([0, expect.anything()])
    return JSON.parse(out.trim().split('\n').at(-1) ?? '') as string | Record<string, string[]>
  }
  /** Every source and its text. */
  const sources = async () => {
    const folders = ['packages/contract/src', 'apps/server/src', 'apps/web/src']
    const names = await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(copy.path, folder), { recursive: true })).map((name) =>
          join(folder, name),
        ),
      ),
    )
    return [names.flat().sort(), await Promise.all(edited.map(read))]
  }
  const bin = (name: string, file: string) => join('node_modules', name, file)
  const vitest = (...args: string[]) => copy.node(bin('vitest', 'vitest.mjs'), 'run', ...args)
  const mustPass = async (run: Promise<{ code: number | null; out: string }>) => {
    const { code, out } = await run
    expect(code, out).toBe(0)
    return out
  }
  /** Types of the tables, then those of all; each folder's errors are told. */
  const checkTypes = async () => {
    await mustPass(
      vitest(
        '--project',
        'server',
        'apps/server/src/db/schema/schema.test.ts',
        '-t',
        'generated',
        '-u',
      ),
    )
    await mustPass(copy.node(bin('@css-modules-kit/codegen', 'bin/cmk.js'), '-p', 'apps/web'))
    const tsc = bin('typescript-7', 'bin/tsc')
    await Promise.all(
      ['packages/contract', 'apps/server', 'apps/web'].map((project) =>
        mustPass(copy.node(tsc, '-p', project, '--noEmit')),
      ),
    )
  }
  const runTests = (...projects: string[]) =>
    mustPass(
      vitest(
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=verbose',
        'announcements',
      ),
    )

  test.each([
    ['person', {}, 'is none'],
    ['Announcements', {}, 'is none'],
    ['status', {}, 'is none'],
    ['news', {}, 'new is a word of the language'],
    ['people', { one: 'People' }, 'can’t be what one of the people is called'],
    ['announcements', { module: '<b>' }, 'can’t be the name of a module'],
    ['polls', {}, 'is there already'],
    ['sessions', {}, 'there is a table sessions'],
  ])('refuses %s %j and changes nothing', async (name, options, why) => {
    const before = await sources()
    expect(await make(name, options)).toContain(why)
    expect(await sources()).toEqual(before)
  })

  test('says which line it misses, and changes nothing', async () => {
    for (const [file, line] of [
      [`${contract}/areas/areas.ts`, '} as const satisfies Record<string, Area>'],
      ['apps/server/src/areas.ts', '} satisfies Record<ContentArea, object>'],
    ] as const) {
      await replace(file, line, '}')
      const before = await sources()
      expect(await make('announcements')).toContain(`${file} has no “${line}”`)
      expect(await sources()).toEqual(before)
      await replace(file, '\n}\n', `\n${line}\n`)
    }
  })

  test.each(['{{#if}}', 'this is no TypeScript'])(
    'a template with %s leaves nothing behind',
    async (broken) => {
      const template = 'scripts/new-area/page.tsx.hbs'
      const [before, whole] = [await sources(), await read(template)]
      await write(template, `${whole}\n${broken}\n`)
      expect(await make('announcements')).toEqual(expect.any(String))
      expect(await sources()).toEqual(before)
      await write(template, whole)
    },
  )

  test(
    'makes an area that works as it is',
    async () => {
      expect(await make('announcements')).toMatchObject({
        made: expect.objectContaining({ length: 12 }),
        changed: edited,
      })
      if (!atScale) return
      // In the usual run the next test does this, of the area with another field.
      await checkTypes()
      await runTests('server')
      await mustPass(copy.node(bin('@biomejs/biome', 'bin/biome'), 'check', '--error-on-warnings'))
      await mustPass(copy.node(bin('knip', 'bin/knip.js'), '--no-progress'))
      const directions = bin('dependency-cruiser', 'bin/dependency-cruiser.mjs')
      await mustPass(
        copy.node(directions, '--config', '.dependency-cruiser.mjs', 'apps', 'packages'),
      )
      for (const file of [
        'http/lists',
        'http/guard',
        'http/contract',
        'http/repeated-writes',
        'modules/trash-retention',
      ])
        await mustPass(vitest('--project', 'server', `apps/server/src/${file}`))
      await mustPass(vitest('--project', 'unit', 'apps/web/src/app', 'packages/contract'))
    },
    patience,
  )

  test(
    'another field of it takes four files, and all follows',
    async () => {
      await replace(
        `${contract}/announcements/announcements.fields.ts`,
        '  status: {',
        `  purchaseOrder: {
        label: 'Purchase order',
        kind: 'line',
        nullable: true,
        editable: true,
        sortable: true,
        filterable: true,
        searchable: true,
      },
      status: {`,
      )
      // In the file that makes the table, which no release has yet.
      const names = await readdir(join(copy.path, migrations))
      const migration = join(
        migrations,
        names.find((name) => name.endsWith('-announcements.sql')) ?? '',
      )
      await replace(
        migration,
        '  status text',
        '  purchase_order text check (length(purchase_order) <= 200),\n  status text',
      )
      await replace(
        migration,
        "coalesce(description, '')",
        "coalesce(description, '') || chr(10) || coalesce(purchase_order, '')",
      )
      await replace(
        migration,
        'create index announcements_trash',
        `create index announcements_order on announcements
  ((purchase_order collate steward_names) asc nulls last, id) include (deleted_at);
create index announcements_order_down on announcements
  ((purchase_order collate steward_names) desc nulls last, id desc) include (deleted_at);
create index announcements_trash`,
      )
      const form = `${web}/announcement-form.tsx`
      await replace(form, 'status: string;', 'status: string; purchaseOrder: string;')
      await replace(form, '  description: {},', '  purchaseOrder: {},\n  description: {},')
      await replace(
        form,
        '<Textarea',
        '<TextInput {...input(\'purchaseOrder\')} autoComplete="off" />\n<Textarea',
      )
      await replace(`${web}/announcement-record.tsx`, "['status']", "['status', 'purchaseOrder']")
      await write(`${web}/purchase-order.test.tsx`, fieldOnScreen)

      await checkTypes()
      await mustPass(vitest('--project', 'server', `${migrations}/rules.test.ts`))
      const out = await runTests('server', 'unit')
      for (const passed of [
        'is kept, and listed',
        'is filtered by',
        'is sorted by',
        'is searched',
        'goes into a file, and comes from one',
        'is told by the audit log, put back by it, and shown as it was',
        'is typed in the form',
        'is a column of the list',
        'is shown in the record',
      ])
        expect(out).toMatch(new RegExp(`✓ .*purchaseOrder ${passed}`))
    },
    patience,
  )
})

/** The test of a field on the screens of its area. */
const fieldOnScreen = `// @vitest-${'environment'} jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fill, prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, serve } from '../../testing/server.ts'
import { AnnouncementForm } from './announcement-form.tsx'
import { AnnouncementRecord } from './announcement-record.tsx'
import { AnnouncementsPage } from './announcements-page.tsx'

prepareScreens()
const one = { _id: 'a1', title: 'Soup', status: 'draft' as const, purchaseOrder: 'PO-7' }

test('purchaseOrder is typed in the form', async () => {
  serve({ 'announcements.create': () => ({ message: 'Created', data: one }) })
  const { user } = showScreen(<AnnouncementForm record={null} leave={() => {}} />)
  await fill(user, 'Title', 'Soup')
  await fill(user, 'Purchase order', 'PO-7')
  await user.click(screen.getByRole('button', { name: 'Create announcement' }))
  await waitFor(() => expect(callsOf('announcements.create')).toHaveLength(1))
  expect(callsOf('announcements.create')[0]?.body).toMatchObject({
    title: 'Soup',
    purchaseOrder: 'PO-7',
  })
})

test('purchaseOrder is a column of the list', async () => {
  serve({ 'announcements.list': () => ({ data: { announcements: [one] } }) })
  showScreen(<AnnouncementsPage />, { at: '/announcements?columns=["title","purchaseOrder"]' })
  await screen.findByText('PO-7')
  const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent)
  expect(headings).toContain('Purchase order')
})

test('purchaseOrder is shown in the record', async () => {
  showScreen(<AnnouncementRecord record={one} onDone={() => {}} />)
  expect((await screen.findByText('Purchase order')).nextElementSibling?.textContent).toBe('PO-7')
})
`
