// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { RequestItem, RequestItems } from './request-items.tsx'

prepareScreens()

const at = '2026-03-03T10:00:00.000Z'
const asked = ['a', 'b'].map((_id) => {
  return { _id, by: { name: 'Ada' }, reason: 'Twice', status: 'waiting', createdAt: at }
})

function Decided() {
  const [list, setList] = useState(asked)
  return (
    <main tabIndex={-1}>
      <RequestItems
        label="Requests"
        empty="None"
        list={list}
        error={null}
        onRetry={() => {}}
        page={1}
        pages={1}
        onPage={() => {}}
      >
        {(one) => (
          <RequestItem
            key={one._id}
            of={one}
            title={`Request ${one._id}`}
            icon={null}
            mayDecide
            onOpen={() => setList(list.filter((each) => each !== one))}
          />
        )}
      </RequestItems>
    </main>
  )
}

test('the page has the focus once what had it leaves the list, and not before', async () => {
  const { user } = showScreen(<Decided />)
  const review = await screen.findByRole('button', { name: 'Review: Request a, by Ada' })
  await new Promise((done) => setTimeout(done, 200))
  expect(document.activeElement).toBe(document.body)
  await user.click(review)
  await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'))
})
