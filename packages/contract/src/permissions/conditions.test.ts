import { describe, expect, test } from 'vitest'
import { type Rights, rightsBeyond } from './conditions.ts'
import { rightsOfAll, toldConditions } from './joined-rights.ts'
import { permissionModules } from './permissions.ts'

const bills = { module: 'Operations', submodule: 'Bills' }
const small = { 'amount.max': '500' }
const euros = { currency: ['EUR'] }

/** Rights to do some actions with bills. */
const rights = (actions: readonly string[], narrowed: Partial<Rights> = {}): Rights => ({
  permissions: permissionModules(
    ({ module, submodule, action }) =>
      module === bills.module && submodule === bills.submodule && actions.includes(action),
  ),
  conditions: [],
  fieldRules: [],
  ...narrowed,
})
const condition = (action: string, where: Record<string, string | string[]>) => ({
  ...bills,
  action,
  where,
})
const rule = (hidden: string[], readOnly: string[]) => [{ ...bills, hidden, readOnly }]
const seesAll = rights(['list'])

describe('the rights of several roles', () => {
  test('are for what each role permits with what it shows', () => {
    const clerk = rights(['list', 'delete', 'update'], {
      conditions: [condition('list', small), condition('update', euros)],
    })
    const { conditions } = rightsOfAll([clerk, seesAll])
    const ofClerk = { role: 0, within: [condition('list', small)] }
    expect(conditions).toEqual([
      { ...condition('update', euros), ...ofClerk },
      { ...condition('delete', {}), ...ofClerk },
    ])
    expect(toldConditions(conditions)).toEqual([
      condition('update', euros),
      condition('delete', small),
    ])
    const [first, second] = [clerk, rights(['list'], { conditions: [condition('list', euros)] })]
    const deleting = { ...condition('delete', {}), ...ofClerk }
    expect(rightsOfAll([first, second]).conditions).toContainEqual(deleting)
  })

  test('are to open, to comment on and to make what each role does', () => {
    const tasks = { module: 'Operations', submodule: 'Tasks' }
    const list = { ...tasks, action: 'list', where: { priority: ['low'] } }
    const some = {
      ...rights([]),
      permissions: permissionModules(
        ({ submodule, action }) =>
          submodule === 'Tasks' && ['list', 'comment', 'create'].includes(action),
      ),
      conditions: [list],
    }
    const all = {
      ...rights([]),
      permissions: permissionModules(
        ({ submodule, action }) => submodule === 'Tasks' && action === 'list',
      ),
    }
    expect(rightsOfAll([all, some]).conditions).toEqual([
      { ...tasks, action: 'comment', where: {}, role: 1, within: [list] },
    ])
  })

  test('stay as they are where every role shows the same', () => {
    const clerk = rights(['list', 'delete'], { conditions: [condition('list', small)] })
    const other = rights(['list', 'update'], { conditions: [condition('list', small)] })
    const { conditions } = rightsOfAll([clerk, other])
    expect(conditions.every(({ action }) => action === 'list')).toBe(true)
    expect(rightsOfAll([clerk, rights(['update'])]).conditions).toEqual([condition('list', small)])
  })

  test('lock a field that no role which changes records leaves free', () => {
    const editor = rights(['list', 'update'], { fieldRules: rule(['payer'], ['amount']) })
    expect(rightsOfAll([editor, seesAll]).fieldRules).toEqual(rule([], ['payer', 'amount']))
    expect(rightsOfAll([editor, rights(['list', 'update'])]).fieldRules).toEqual(rule([], []))
    const some = rights(['list', 'update'], { conditions: [condition('update', small)] })
    expect(rightsOfAll([editor, some]).fieldRules).toEqual(rule([], ['payer', 'amount']))
  })
})

describe('what rights grant beyond others', () => {
  const names = (of: Rights, others: Rights) => rightsBeyond(of, others).map(({ action }) => action)
  const clerk = rights(['list', 'delete'], { conditions: [condition('list', small)] })

  test('is a permission whose records they don’t list, which the others narrow by their list', () => {
    expect(names(rights(['delete']), clerk)).toEqual(['delete'])
    const narrowed = rights(['delete'], { conditions: [condition('list', small)] })
    expect(names(narrowed, clerk)).toEqual([])
    expect(names(clerk, clerk)).toEqual([])
  })
})
