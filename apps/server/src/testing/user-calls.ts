import { expect } from 'vitest'
import { nextNumber } from './factories.ts'
import type { TestApp } from './server.ts'

/**
 * The calls of users, in short.
 * @param at what is asked, and who asks unless a call says otherwise, as soon as they are there
 */
export function userCalls(at: () => { server: TestApp; owner: { token: string } }) {
  const address = () => `person-${nextNumber()}@example.com`
  const add = (body: object, token = at().owner.token) =>
    at().server.call('users.create', { token, body })
  const member = async (fields: object = {}) => {
    const { status, body } = await add({
      name: `Member ${nextNumber()}`,
      email: address(),
      type: 'member',
      ...fields,
    })
    expect(status).toBe(201)
    return body.data
  }
  const edit = (id: string, body: object, token = at().owner.token) =>
    at().server.call('users.update', { token, params: { id }, body })
  const toggle = (id: string, token = at().owner.token) =>
    at().server.call('users.changeStatus', { token, params: { id } })
  const remove = (id: string, token = at().owner.token) =>
    at().server.call('users.delete', { token, params: { id } })
  return { address, add, member, edit, toggle, remove }
}
