// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../../testing/screen.tsx'
import { Dialog } from '../../dialog/dialog.tsx'
import { forgetActs, pushUndo } from '../../messages/undo-stack.ts'
import { useUndoKey } from './use-undo-key.ts'

prepareScreens()

/** A page of a list, and what may lie over it. */
function Page({ over }: { over?: ReactNode }) {
  useUndoKey()
  return (
    <>
      <input aria-label="Search" />
      {over}
    </>
  )
}

/** What was taken back, once a key was pressed. */
function show(over?: ReactNode) {
  const { user } = showScreen(<Page over={over} />)
  const undone: string[] = []
  for (const name of ['first', 'second']) pushUndo({ undo: () => undone.push(name) })
  const press = async (keys: string) => {
    await user.keyboard(keys)
    // What is taken back is so after the key.
    await Promise.resolve()
    return undone
  }
  return { user, press }
}

test('Ctrl+Z takes back the last act, and again the one before', async () => {
  const { press } = show()
  await screen.findByRole('textbox', { name: 'Search' })
  expect(await press('{Control>}z{/Control}')).toEqual(['second'])
  expect(await press('{Meta>}z{/Meta}')).toEqual(['second', 'first'])
})

test('Ctrl+Z says so where there is nothing to take back', async () => {
  const { press } = show()
  await screen.findByRole('textbox', { name: 'Search' })
  forgetActs()
  expect(await press('{Control>}z{/Control}')).toEqual([])
  expect(await screen.findByText('Nothing to undo.')).toBeDefined()
})

test.each([
  ['a dialog', <Question key="d" />],
  ['the form of a drawer', <Drawer key="f" />],
  ['a menu', <div key="m" role="menu" />],
])('Ctrl+Z behind %s takes nothing back', async (_, over) => {
  const { press } = show(over)
  await screen.findByRole('textbox', { name: 'Search' })
  expect(await press('{Control>}z{/Control}')).toEqual([])
  expect(screen.queryByText('Nothing to undo.')).toBeNull()
})

test('beside a record’s own drawer, Ctrl+Z is for the page', async () => {
  const { press } = show(<div role="dialog" aria-modal="true" data-record="b1" />)
  await screen.findByRole('textbox', { name: 'Search' })
  expect(await press('{Control>}z{/Control}')).toEqual(['second'])
})

test('in a field, and with Shift, Alt or another letter, the key is left to the browser', async () => {
  const { user, press } = show()
  const field = await screen.findByRole('textbox', { name: 'Search' })
  await user.click(field)
  expect(await press('{Control>}z{/Control}')).toEqual([])
  field.blur()
  expect(await press('{Control>}{Shift>}z{/Shift}{/Control}')).toEqual([])
  expect(await press('{Control>}{Alt>}z{/Alt}{/Control}')).toEqual([])
  expect(await press('{Control>}y{/Control}')).toEqual([])
  expect(await press('{Control>}z{/Control}')).toEqual(['second'])
})

function Question() {
  return (
    <Dialog title="Delete 3 bills?" onClose={() => {}}>
      They can be restored.
    </Dialog>
  )
}

/** A record's drawer while the record is edited. */
function Drawer() {
  return (
    <div role="dialog" aria-modal="true" data-record="b1">
      <form />
    </div>
  )
}
