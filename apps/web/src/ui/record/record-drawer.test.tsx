// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { RecordDrawer } from './record-drawer.tsx'

prepareScreens()

function Narrowing() {
  const [isNarrow, setNarrow] = useState(false)
  const [asks, setAsks] = useState(true)
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      {asks && (
        <Dialog title="Crop the picture" onClose={() => setAsks(false)}>
          <button type="button" onClick={() => setNarrow(true)}>
            Turn the telephone
          </button>
        </Dialog>
      )}
      {isNarrow && (
        <RecordDrawer
          id="1"
          title="The record"
          place={null}
          onPrevious={undefined}
          onNext={undefined}
          wanted={{ current: false }}
          opened={isOpen}
          onClose={() => setOpen(false)}
          onFoot={() => {}}
        >
          {null}
        </RecordDrawer>
      )}
    </>
  )
}

test('a drawer that the record moves into below a dialog leaves it the focus and Escape', async () => {
  const { user } = showScreen(<Narrowing />)
  const turn = await screen.findByRole('button', { name: 'Turn the telephone' })
  await user.click(turn)
  await screen.findByRole('dialog', { name: 'The record' })
  // Later than a drawer takes the focus.
  await new Promise((done) => setTimeout(done, 150))
  expect(document.activeElement).toBe(turn)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Crop the picture' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'The record' })).not.toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('The record'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
