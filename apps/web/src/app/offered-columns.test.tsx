// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { prepareApp, showApp } from '../testing/app.tsx'
import { type Sent, serve } from '../testing/server.ts'

prepareApp()

const tasks = (from: number, more: object = {}) =>
  Array.from({ length: 10 }, (_, n) => ({
    _id: `t${from + n}`,
    title: `Task ${from + n}`,
    ...more,
  }))

/** Pages of tasks, of which the second may tell more than the first. */
const paging =
  (second: object) =>
  ({ query }: Sent) => {
    const page = Number(query['page'] ?? 1)
    return {
      data: page === 1 ? tasks(1) : tasks(11, second),
      pagination: { page, limit: 10, total: 20, totalPages: 2 },
    }
  }

const headings = () =>
  [...document.querySelectorAll('th')].flatMap(({ textContent }) => textContent || [])

describe('columns that no record says anything in', () => {
  test('are left out of a list that came whole', async () => {
    serve({ 'tasks.list': () => ({ data: tasks(1) }) })
    showApp('/tasks?filters=none&limit=10')
    await screen.findByText('Task 1')
    expect(headings()).toContain('Title')
    expect(headings()).not.toContain('Status')
    expect(headings()).not.toContain('Assignee')
  })

  test('stand where one record says something', async () => {
    serve({ 'tasks.list': () => ({ data: [...tasks(1), ...tasks(11, { status: 'todo' })] }) })
    showApp('/tasks?filters=none&limit=10')
    await screen.findByText('Task 1')
    expect(headings()).toContain('Status')
    expect(headings()).not.toContain('Assignee')
  })

  test('are left out of a list that its server pages, until a page tells of them', async () => {
    serve({ 'tasks.list': paging({ status: 'todo' }) })
    const { user } = showApp('/tasks?filters=none&limit=10')
    await screen.findByText('Task 1')
    expect(headings()).not.toContain('Status')
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Task 11')
    await waitFor(() => expect(headings()).toContain('Status'))
    // What one page told counts for all.
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    await screen.findByText('Task 1')
    expect(headings()).toContain('Status')
    expect(headings()).not.toContain('Assignee')
  })
})
