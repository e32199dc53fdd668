// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { readFailure } from '../../api/failure.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { dropAskFor, useAskFor } from '../permissions/ask-for.ts'
import { Dialog, FormDialog } from './dialog.tsx'

prepareScreens()

function Asking() {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        Ask
      </button>
      {asks && (
        <Dialog title="Sure?" onClose={() => setAsks(false)}>
          <input aria-label="Why" data-autofocus />
        </Dialog>
      )}
    </>
  )
}

test('a dialog that stands there only while it is open gives the focus back', async () => {
  const { user } = showScreen(<Asking />)
  const ask = await screen.findByRole('button', { name: 'Ask' })
  await user.click(ask)
  const why = await screen.findByRole('textbox', { name: 'Why' })
  await waitFor(() => expect(document.activeElement).toBe(why))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(ask))
})

test('a form’s refusal offers to ask for what is lacking', async () => {
  const data = {
    permission: { module: 'Operations', submodule: 'Bills', action: 'update' },
    records: [{ _id: 'b1', title: 'B-1' }],
  }
  const failure = readFailure(403, { code: 'not_permitted', message: 'Only small ones', data })
  const { user } = showScreen(
    <FormDialog title="Pay" action="Pay" failure={failure} onSubmit={() => {}} onClose={() => {}}>
      {''}
    </FormDialog>,
  )
  await user.click(await screen.findByRole('button', { name: 'Ask for this…' }))
  expect(useAskFor.getState().lacking).toEqual(data)
  dropAskFor()
})

test('one that a menu opened late gives it to the button that names the menu', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<button id="more">More</button><div role="menu" id="m" aria-labelledby="more"><a href="#x" role="menuitem">Erase</a></div>',
  )
  document.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  showScreen(<OpenOnce />)
  await screen.findByRole('dialog')
  document.getElementById('m')?.remove()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.id).toBe('more'))
  document.getElementById('more')?.remove()
})

function OpenOnce() {
  const [asks, setAsks] = useState(true)
  return (
    asks && (
      <Dialog title="Sure?" onClose={() => setAsks(false)}>
        Erase it
      </Dialog>
    )
  )
}

function Reasoned() {
  const [tried, setTried] = useState(false)
  return (
    <FormDialog title="Why?" action="Send" onClose={() => {}} onSubmit={() => setTried(true)}>
      <input aria-label="Other" />
      <input aria-label="Reason" aria-invalid={tried} />
    </FormDialog>
  )
}

test('a field that is missing gets the focus', async () => {
  const { user } = showScreen(<Reasoned />)
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(reason))
})
