// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Poll } from '../../api/answers/records.ts'
import { prepareScreens, showScreen } from '../../testing/screen.tsx'
import { callsOf, refusal, serve } from '../../testing/server.ts'
import { PollEditor } from './poll-editor.tsx'

prepareScreens()

const voted = (votes: number): Poll => ({
  _id: 'v1',
  title: 'Lunch',
  kind: 'poll',
  status: 'open',
  questions: [
    {
      text: 'Which?',
      options: [
        { text: 'Soup', votes },
        { text: 'Rice', votes: 0 },
        { text: 'Fish', votes: 0 },
      ],
    },
  ],
  version: 3,
})

async function show(poll: Poll | null) {
  const done = vi.fn()
  const shown = showScreen(<PollEditor record={poll} leave={done} />)
  await screen.findByRole('textbox', { name: 'Title' })
  return { done, ...shown }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const options = () =>
  screen
    .getAllByRole<HTMLInputElement>('textbox', { name: /^Option/ })
    .map((option) => option.value)
const asked = () => {
  const body = callsOf('polls.update')[0]?.body as Partial<Poll> | undefined
  return body?.questions?.map((each) => each.options.map(({ text }) => text))
}
const answer = () => serve({ 'polls.update': () => ({ message: 'Saved', data: voted(0) }) })

test('options are added, removed, and moved by buttons and by Alt with an arrow', async () => {
  const { user, done } = await show(voted(0))
  answer()
  await user.click(button('Add an option'))
  await user.click(box('Option 4'))
  await user.paste('Bread')
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
  expect(options()).toEqual(['Soup', 'Rice', 'Bread', 'Fish'])
  expect(document.activeElement).toBe(box('Option 3'))
  expect(screen.getByText('Option 4 of the question is now option 3')).toBeDefined()
  await user.click(button('Move option 1 down'))
  await user.click(button('Remove option 4'))
  expect(options()).toEqual(['Rice', 'Soup', 'Bread'])
  await user.click(button('Save poll'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(asked()).toEqual([['Rice', 'Soup', 'Bread']])
})

test('an option is dragged to another place', async () => {
  await show(voted(0))
  const rows = [...document.querySelectorAll('[data-option]')]
  const dataTransfer = { setData: () => {}, effectAllowed: '' }
  fireEvent.dragStart(rows[2]?.querySelector('[draggable]') as Element, { dataTransfer })
  fireEvent.dragOver(rows[0] as Element, { dataTransfer })
  fireEvent.drop(rows[0] as Element, { dataTransfer })
  expect(options()).toEqual(['Fish', 'Soup', 'Rice'])
})

test('what has votes is neither reworded nor removed, and says why; others are', async () => {
  const { user } = await show(voted(7))
  expect(screen.getByText(/not removed or reworded/)).toBeDefined()
  expect([box('Question').readOnly, box('Option 1').readOnly, box('Option 2').readOnly]).toEqual([
    true,
    true,
    false,
  ])
  expect(button('Remove option 1').disabled).toBe(true)
  expect(screen.getByText('7 votes')).toBeDefined()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind' }).disabled).toBe(true)
  await user.click(button('Remove option 3'))
  // The fewest that there may be.
  expect(button('Remove option 2').disabled).toBe(true)
})

test('a poll asks one question, a survey several', async () => {
  const { user } = await show(null)
  await user.click(box('Title'))
  await user.paste('Lunch')
  await user.click(button('Create poll'))
  expect(screen.getByText('Enter the text of the question')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a question' })).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'survey')
  await user.click(button('Create survey'))
  expect(screen.getByText(/A survey asks at least 2 questions/)).toBeDefined()
  await user.click(button('Add a question'))
  expect(box('Question 2').value).toBe('')
  await user.click(button('Remove question 2'))
  expect(screen.queryByRole('textbox', { name: 'Question 2' })).toBeNull()
  expect(callsOf('polls.create')).toEqual([])
})

test('what the server refuses stands at the questions, and what was typed stays', async () => {
  const { user } = await show(voted(0))
  const msg = 'The option “Soup” has votes, so it can’t be removed or reworded.'
  serve({
    'polls.update': () =>
      refusal(409, { message: msg, code: 'conflict', errors: [{ path: 'questions', msg }] }),
  })
  await user.click(button('Remove option 1'))
  await user.click(button('Save poll'))
  expect(await screen.findByText(msg)).toBeDefined()
  expect(options()).toEqual(['Rice', 'Fish'])
})

test('of an imported poll without questions the title is saved, and a question can be added', async () => {
  const { user, done } = await show({ ...voted(0), questions: [] })
  answer()
  await user.type(box('Title'), '!')
  await user.click(button('Save poll'))
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(callsOf('polls.update')[0]?.body).toEqual({ title: 'Lunch!', version: 3 })
  await user.click(button('Add a question'))
  expect(box('Option 2')).toBeDefined()
})
